import { useMemo, useState } from 'react'
import { perUserList } from '../../lib/personal-list.ts'
import { useStore } from '../../lib/store.ts'

/** The oldest entries are dropped, so that the list does not grow forever. */
const MAX_BRANCHES = 200

const openBranches = perUserList('open-folders', MAX_BRANCHES)

function toggleBranch(id: string, isOpen: boolean): void {
  const others = openBranches.get().filter(branch => branch !== id)
  openBranches.set(isOpen ? [...others, id].slice(-MAX_BRANCHES) : others)
}

/** The open branches of a tree. */
export interface Branches {
  open: ReadonlySet<string>
  toggle: (id: string, isOpen: boolean) => void
}

/** The open branches of the folder tree, stored in this browser. */
export function useStoredBranches(): Branches {
  const stored = useStore(openBranches)
  return { open: useMemo(() => new Set(stored), [stored]), toggle: toggleBranch }
}

/** Open branches of a temporary tree, in which one branch is open at first. */
export function useBranches(initiallyOpen: string | undefined): Branches {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  // The initially open branch may be known only after a response.
  const states = new Map([
    ...(initiallyOpen === undefined ? [] : [[initiallyOpen, true] as const]),
    ...toggled,
  ])
  return {
    open: new Set([...states.keys()].filter(id => states.get(id))),
    toggle: (id, isOpen) => setToggled(before => new Map(before).set(id, isOpen)),
  }
}
