import { perUserList } from '../../lib/personal-list.ts'

const MAX_RECENT = 5

/** The last successful searches, stored in this browser. */
export const recentSearches = perUserList('searches', MAX_RECENT)

/** Moves a query to the front of the recent searches. */
export function rememberSearch(query: string): void {
  const text = query.trim()
  if (text === '') return
  const others = recentSearches.get().filter(search => search !== text)
  recentSearches.set([text, ...others].slice(0, MAX_RECENT))
}

export const forgetSearches = (): void => recentSearches.set([])
