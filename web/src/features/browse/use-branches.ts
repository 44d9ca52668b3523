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

/** Of a tree that is soon gone, in which one is open until it is closed. */
export function useBranches(first: string | undefined): Branches {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  // What is first may come only with an answer.
  const states = new Map([...(first === undefined ? [] : [[first, true] as const]), ...toggled])
  return {
    open: new Set([...states.keys()].filter(id => states.get(id))),
    toggle: (id, isOpen) => setToggled(before => new Map(before).set(id, isOpen)),
  }
}
