import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTypes } from '../../features/documents/document-types.api.ts'
import { isFiltered, NO_FILTERS } from '../../features/search/search.api.ts'
import { SearchFilterChips } from '../../features/search/search-filters.tsx'
import { SpotlightBox } from '../../features/search/spotlight-box.tsx'
import { isSpotlightOpen } from '../../features/search/spotlight-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Ask } from './ask.ts'
import { useFound } from './use-found.ts'
import { countResults, useSections } from './use-sections.tsx'

/** Typing goes on for about so long; only what comes to rest is asked for. */
const DEBOUNCE_MS = 120

/** Spec §2, the search spotlight: everything that one can find, go to or do. */
export function Spotlight() {
  const [typed, setTyped] = useState('')
  const [filters, setFilters] = useState(NO_FILTERS)
  const [showsAll, setShowsAll] = useState(false)
  const [settled] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  // An emptied field is empty at once.
  const query = typed.trim() === '' ? '' : settled
  const types = useDocumentTypes()
  const close = () => isSpotlightOpen.set(false)
  const ask: Ask = { query, filters, showsAll }
  const found = useFound(ask)
  const sections = useSections(ask, found, {
    close,
    showAll: () => setShowsAll(true),
    type: setTyped,
  })
  const isWaiting = found.isLoading || typed.trim() !== query
  return (
    <SpotlightBox
      query={typed}
      onQuery={words => {
        setTyped(words)
        setShowsAll(false)
      }}
      sections={sections}
      isBusy={found.isFetching}
      isWaiting={isWaiting}
      statusText={useNews(ask, countResults(sections), found.hasMore, isWaiting)}
      empty={!isWaiting && <Nothing ask={ask} />}
      onEnd={found.more}
      onClose={close}
    >
      <SearchFilterChips types={types} filters={filters} onFilters={setFilters} />
    </SpotlightBox>
  )
}

/** How many there are, for those who listen. */
function useNews(ask: Ask, count: number, hasMore: boolean, isWaiting: boolean): string {
  const { t } = useTranslation()
  if (isWaiting || (ask.query === '' && !isFiltered(ask.filters))) return ''
  return t('search.count', { count }) + (hasMore ? `. ${t('search.more')}` : '')
}

function Nothing({ ask }: { ask: Ask }) {
  const { t } = useTranslation()
  const title = ask.query ? t('search.none', { query: ask.query }) : t('search.none_filtered')
  return <EmptyState title={title} text={t('search.none_text')} />
}
