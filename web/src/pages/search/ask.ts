import type { SearchFilters } from '../../features/search/search.api.ts'

export interface Ask {
  query: string
  filters: SearchFilters
  /** One long list instead of the best few of each kind. */
  showsAll: boolean
}
