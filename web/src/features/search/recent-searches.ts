import { perUserList } from '../../lib/personal-list.ts'

const KEPT = 5

/** What was searched for last and led somewhere, in this browser only. */
export const recentSearches = perUserList('searches', KEPT)

export function rememberSearch(query: string): void {
  const words = query.trim()
  if (words === '') return
  const others = recentSearches.get().filter(one => one !== words)
  recentSearches.set([words, ...others].slice(0, KEPT))
}

export const forgetSearches = (): void => recentSearches.set([])
