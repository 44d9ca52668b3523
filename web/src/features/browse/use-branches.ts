import { useMemo, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { openBranches, toggleBranch } from './open-branches.ts'

/** Which branches of a tree are open. */
export interface Branches {
  open: ReadonlySet<string>
  toggle: (id: string, isOpen: boolean) => void
}

/** As they were left in this browser. */
export function useKeptBranches(): Branches {
  const kept = useStore(openBranches)
  return { open: useMemo(() => new Set(kept), [kept]), toggle: toggleBranch }
}

/** Of a tree that is soon gone, in which one is open at first. */
export function useBranches(first: string): Branches {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([first]))
  const toggle = (id: string, isOpen: boolean) =>
    setOpen(before => {
      const after = new Set(before)
      if (isOpen) after.add(id)
      else after.delete(id)
      return after
    })
  return { open, toggle }
}
