import type { SearchFilters } from '../../features/search/search.api.ts'

export interface SearchRequest {
  query: string
  filters: SearchFilters
  /** Whether all results are shown in one list instead of the best of each kind. */
  showsAll: boolean
}
