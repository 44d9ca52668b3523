import { perUserList } from '../../lib/personal-list.ts'

/** The oldest are forgotten, so that the list doesn't grow for ever. */
const MOST_KEPT = 200

/** The branches of the folder tree that are open, kept in this browser. */
export const openBranches = perUserList('open-folders', MOST_KEPT)

export function toggleBranch(id: string, isOpen: boolean): void {
  const others = openBranches.get().filter(one => one !== id)
  openBranches.set(isOpen ? [...others, id].slice(-MOST_KEPT) : others)
}
