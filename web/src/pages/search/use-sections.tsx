import type { Person } from '@coffer/contract/users'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { ArrowRight, Clock, RotateCw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { forgetSearches, recentSearches } from '../../features/search/recent-searches.ts'
import { isFiltered } from '../../features/search/search.api.ts'
import type { Entry, Section } from '../../features/search/spotlight-list.tsx'
import { closeSpotlight } from '../../features/search/spotlight-store.ts'
import { matchesWordStarts } from '../../lib/match-word-starts.ts'
import { useStore } from '../../lib/store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { SearchRequest } from './search-request.ts'
import { type Command, useCommands } from './use-commands.ts'
import { useItemEntries } from './use-item-entries.tsx'
import { usePageCommands } from './use-page-commands.ts'
import type { SearchResults } from './use-search-results.ts'

interface SpotlightActions {
  showAll: () => void
  /** Replaces the text of the search field. */
  type: (text: string) => void
}

const INITIAL_PAGES = 4
const SHOW_ALL = 'show-all'
const RETRY = 'retry'

/** Counts the results, without the entries that show more or retry. */
export const countResults = (sections: readonly Section[]): number =>
  sections.flatMap(({ entries }) => entries).filter(({ id }) => id !== SHOW_ALL && id !== RETRY)
    .length

/** Returns the sections of the spotlight: results and commands. */
export function useSections(
  { query, filters, showsAll }: SearchRequest,
  results: SearchResults,
  actions: SpotlightActions,
): Section[] {
  const { t } = useTranslation()
  const entryOf = useItemEntries(query)
  const recent = useRecent(actions)
  const personEntry = usePersonEntries()
  const matches = ({ label }: Command) => query === '' || matchesWordStarts(query, label)
  const commands = useCommands().filter(matches)
  const pages = usePageCommands().filter(matches)
  const pageEntries = pages.slice(0, query === '' ? INITIAL_PAGES : pages.length).map(commandEntry)
  const others = [
    { title: t('search.people'), entries: results.people.map(personEntry) },
    { title: t('search.pages'), entries: pageEntries },
    { title: t('search.actions'), entries: commands.map(commandEntry) },
  ]
  const failed = {
    title: t('search.failed'),
    entries: results.hasFailed ? [retryEntry(t, results)] : [],
  }
  if (showsAll)
    return [
      { title: t('search.all'), entries: results.all.map(hit => entryOf(hit, results.all)) },
      failed,
    ]
  if (query === '' && !isFiltered(filters))
    return [{ title: t('search.recent'), entries: recent }, ...others]
  const all: Entry = {
    id: SHOW_ALL,
    icon: <ArrowRight size={18} strokeWidth={1.75} aria-hidden />,
    label: query ? t('search.show_all', { query }) : t('search.all'),
    run: actions.showAll,
  }
  return [
    { title: t('search.files'), entries: results.files.map(hit => entryOf(hit, results.files)) },
    {
      title: t('search.folders'),
      entries: results.folders.map(hit => entryOf(hit, results.folders)),
    },
    { title: t('search.all'), entries: results.hasMore ? [all] : [] },
    failed,
    ...(isFiltered(filters) ? [] : others),
  ]
}

const retryEntry = (t: TFunction, { isOffline, retry }: SearchResults): Entry => ({
  id: RETRY,
  icon: <RotateCw size={18} strokeWidth={1.75} aria-hidden />,
  label: t('failure.again'),
  note: t(isOffline ? 'shell.offline' : 'search.failed_text'),
  run: retry,
})

function usePersonEntries(): (person: Person) => Entry {
  const navigate = useNavigate()
  return ({ id, attributes }) => ({
    id,
    icon: <Avatar person={attributes} size={28} />,
    label: attributes.name,
    note: attributes.email,
    run: () => {
      closeSpotlight()
      void navigate({ to: '/admin/user/$id/details', params: { id } })
    },
  })
}

function commandEntry({ id, icon: Icon, label, run }: Command): Entry {
  return {
    id,
    icon: <Icon size={18} strokeWidth={1.75} aria-hidden />,
    label,
    run: () => {
      closeSpotlight()
      run()
    },
  }
}

function useRecent({ type }: SpotlightActions): Entry[] {
  const { t } = useTranslation()
  const searches = useStore(recentSearches)
  const entries = searches.map(text => ({
    id: `recent ${text}`,
    icon: <Clock size={18} strokeWidth={1.75} aria-hidden />,
    label: text,
    run: () => type(text),
  }))
  const clearEntry = {
    id: 'forget',
    icon: <X size={18} strokeWidth={1.75} aria-hidden />,
    label: t('search.forget'),
    run: forgetSearches,
  }
  return entries.length > 0 ? [...entries, clearEntry] : []
}
