import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTypes } from '../../features/documents/document-types.api.ts'
import { isFiltered, NO_FILTERS } from '../../features/search/search.api.ts'
import { SearchFilterChips } from '../../features/search/search-filters.tsx'
import { SpotlightBox } from '../../features/search/spotlight-box.tsx'
import { closeSpotlight } from '../../features/search/spotlight-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useCloseOnNavigation } from '../../ui/use-close-on-navigation.ts'
import type { SearchRequest } from './search-request.ts'
import { useSearchResults } from './use-search-results.ts'
import { countResults, useSections } from './use-sections.tsx'

/** Time in ms without typing before a search starts. */
const DEBOUNCE_MS = 120

/** APP-15: the spotlight searches items, pages, people and commands. */
export function Spotlight() {
  const [typed, setTyped] = useState('')
  const [filters, setFilters] = useState(NO_FILTERS)
  const [showsAll, setShowsAll] = useState(false)
  const [debounced] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  // An emptied field takes effect at once.
  const query = typed.trim() === '' ? '' : debounced
  const types = useDocumentTypes()
  useCloseOnNavigation(closeSpotlight)
  const request: SearchRequest = { query, filters, showsAll }
  const results = useSearchResults(request)
  const sections = useSections(request, results, {
    showAll: () => setShowsAll(true),
    type: setTyped,
  })
  const isWaiting = results.isLoading || typed.trim() !== query
  return (
    <SpotlightBox
      query={typed}
      onQuery={text => {
        setTyped(text)
        setShowsAll(false)
      }}
      sections={sections}
      isBusy={results.isFetching}
      isWaiting={isWaiting}
      statusText={useStatusText(request, countResults(sections), results.hasMore, isWaiting)}
      empty={!isWaiting && <NoResults request={request} />}
      onEnd={results.more}
      onClose={closeSpotlight}
    >
      <SearchFilterChips types={types} filters={filters} onFilters={setFilters} />
    </SpotlightBox>
  )
}

/** The number of results, for screen readers. */
function useStatusText(
  request: SearchRequest,
  count: number,
  hasMore: boolean,
  isWaiting: boolean,
): string {
  const { t } = useTranslation()
  if (isWaiting || (request.query === '' && !isFiltered(request.filters))) return ''
  return t('search.count', { count }) + (hasMore ? `. ${t('search.more')}` : '')
}

function NoResults({ request }: { request: SearchRequest }) {
  const { t } = useTranslation()
  const title = request.query
    ? t('search.none', { query: request.query })
    : t('search.none_filtered')
  return <EmptyState title={title} text={t('search.none_text')} />
}
