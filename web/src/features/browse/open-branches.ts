import { createStore } from '../../lib/store.ts'

const KEY = 'coffer.open-folders'
/** The oldest are forgotten, so that the list doesn't grow for ever. */
const MOST_KEPT = 200

/** The branches of the folder tree that are open, kept in this browser. */
export const openBranches = createStore<readonly string[]>(read())

export function toggleBranch(id: string, isOpen: boolean): void {
  const others = openBranches.get().filter(one => one !== id)
  openBranches.set(isOpen ? [...others, id].slice(-MOST_KEPT) : others)
  // A browser may forbid storage; the tree is as it was left then as long as the page lasts.
  try {
    localStorage.setItem(KEY, JSON.stringify(openBranches.get()))
  } catch {
    return
  }
}

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}
