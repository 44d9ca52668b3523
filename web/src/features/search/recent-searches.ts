import { createStore } from '../../lib/store.ts'

const KEY = 'coffer.searches'
const KEPT = 5

/** What was searched for last and led somewhere, in this browser only. */
export const recentSearches = createStore<readonly string[]>(read())

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(one => typeof one === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function rememberSearch(query: string): void {
  const words = query.trim()
  if (words === '') return
  write([words, ...recentSearches.get().filter(one => one !== words)].slice(0, KEPT))
}

export const forgetSearches = (): void => write([])

function write(searches: readonly string[]): void {
  recentSearches.set(searches)
  try {
    localStorage.setItem(KEY, JSON.stringify(searches))
  } catch {
    // Remembered as long as the page then.
    return
  }
}
