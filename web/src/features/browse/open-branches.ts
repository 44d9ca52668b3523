import { perUserList } from '../../lib/personal-list.ts'

/** The oldest entries are dropped, so that the list does not grow forever. */
const MAX_BRANCHES = 200

/** The open branches of the folder tree, stored in this browser. */
export const openBranches = perUserList('open-folders', MAX_BRANCHES)

export function toggleBranch(id: string, isOpen: boolean): void {
  const others = openBranches.get().filter(branch => branch !== id)
  openBranches.set(isOpen ? [...others, id].slice(-MAX_BRANCHES) : others)
}
