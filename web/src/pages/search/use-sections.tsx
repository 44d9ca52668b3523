import type { SearchedPerson } from '@coffer/contract/search'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { ArrowRight, Clock, RotateCw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { forgetSearches, recentSearches } from '../../features/search/recent-searches.ts'
import { isFiltered } from '../../features/search/search.api.ts'
import type { Entry, Section } from '../../features/search/spotlight-list.tsx'
import { matchesWordStarts } from '../../lib/match-word-starts.ts'
import { useStore } from '../../lib/store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Ask } from './ask.ts'
import { type Command, useCommands } from './use-commands.ts'
import type { SearchResults } from './use-found.ts'
import { useItemEntries } from './use-item-entries.tsx'
import { usePageCommands } from './use-page-commands.ts'

interface Does {
  close: () => void
  showAll: () => void
  /** Puts words into the field. */
  type: (words: string) => void
}

const PAGES_AT_FIRST = 4
const SHOW_ALL = 'show-all'
const RETRY = 'retry'

/** Everything that is listed, but for the ways to further results. */
export const countResults = (sections: readonly Section[]): number =>
  sections.flatMap(({ entries }) => entries).filter(({ id }) => id !== SHOW_ALL && id !== RETRY)
    .length

/** What is listed: what was found, and what can be done. */
export function useSections(
  { query, filters, showsAll }: Ask,
  found: SearchResults,
  does: Does,
): Section[] {
  const { t } = useTranslation()
  const entryOf = useItemEntries(query, does.close)
  const recent = useRecent(does)
  const personEntry = usePersonEntries(does.close)
  const fits = ({ label }: Command) => query === '' || matchesWordStarts(query, label)
  const commands = useCommands().filter(fits)
  const pages = usePageCommands().filter(fits)
  const doing = (command: Command) => commandEntry(command, does.close)
  const pageEntries = pages.slice(0, query === '' ? PAGES_AT_FIRST : pages.length).map(doing)
  const others = [
    { title: t('search.people'), entries: found.people.map(personEntry) },
    { title: t('search.pages'), entries: pageEntries },
    { title: t('search.actions'), entries: commands.map(doing) },
  ]
  const failed = {
    title: t('search.failed'),
    entries: found.hasFailed ? [retryEntry(t, found.retry)] : [],
  }
  if (showsAll)
    return [
      { title: t('search.all'), entries: found.all.map(hit => entryOf(hit, found.all)) },
      failed,
    ]
  if (query === '' && !isFiltered(filters))
    return [{ title: t('search.recent'), entries: recent }, ...others]
  const all: Entry = {
    id: SHOW_ALL,
    icon: <ArrowRight size={18} strokeWidth={1.75} aria-hidden />,
    label: query ? t('search.show_all', { query }) : t('search.all'),
    run: does.showAll,
  }
  return [
    { title: t('search.files'), entries: found.files.map(hit => entryOf(hit, found.files)) },
    { title: t('search.folders'), entries: found.folders.map(hit => entryOf(hit, found.folders)) },
    { title: t('search.all'), entries: found.hasMore ? [all] : [] },
    failed,
    ...(isFiltered(filters) ? [] : others),
  ]
}

const retryEntry = (t: TFunction, run: () => void): Entry => ({
  id: RETRY,
  icon: <RotateCw size={18} strokeWidth={1.75} aria-hidden />,
  label: t('failure.again'),
  note: t('search.failed_text'),
  run,
})

function usePersonEntries(close: () => void): (person: SearchedPerson) => Entry {
  const navigate = useNavigate()
  return ({ id, attributes }) => ({
    id,
    icon: <Avatar person={attributes} size={28} />,
    label: attributes.name,
    note: attributes.email,
    run: () => {
      close()
      void navigate({ to: '/admin/user/$id/details', params: { id } })
    },
  })
}

function commandEntry({ id, icon: Icon, label, run }: Command, close: () => void): Entry {
  return {
    id,
    icon: <Icon size={18} strokeWidth={1.75} aria-hidden />,
    label,
    run: () => {
      close()
      run()
    },
  }
}

function useRecent({ type }: Does): Entry[] {
  const { t } = useTranslation()
  const searches = useStore(recentSearches)
  const entries = searches.map(words => ({
    id: `recent ${words}`,
    icon: <Clock size={18} strokeWidth={1.75} aria-hidden />,
    label: words,
    run: () => type(words),
  }))
  const forgetting = {
    id: 'forget',
    icon: <X size={18} strokeWidth={1.75} aria-hidden />,
    label: t('search.forget'),
    run: forgetSearches,
  }
  return entries.length > 0 ? [...entries, forgetting] : []
}
