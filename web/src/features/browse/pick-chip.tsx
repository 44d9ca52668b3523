import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar.tsx'
import chips from '../../ui/filters/filter-chips.module.css'
import { PickNote, PickOption, PickOptions, SearchPick } from '../../ui/search-pick.tsx'
import type { customersQuery, peopleQuery } from './filter-picks.ts'

interface PickChipProps {
  label: string
  /** Label of the search field. */
  searchLabel: string
  /** The id of the chosen option. */
  value: string | undefined
  find: typeof peopleQuery | typeof customersQuery
  onChoose: (value: string | undefined) => void
}

/** Waits for a pause in typing before searching. */
const DEBOUNCE_MS = 150

/** A filter for one person or customer. */
export function FilterOptionChip({ label, searchLabel, value, find, onChoose }: PickChipProps) {
  const chosen = useNameOf(value, find)
  return (
    <SearchPick
      label={label}
      searchLabel={searchLabel}
      button={{
        className: chips.chip,
        mod: { on: value !== undefined },
        'aria-label': chosen ? `${label}: ${chosen}` : label,
        children: chosen ?? label,
      }}
      width={280}
      position="bottom-start"
      onChoose={id => onChoose(id || undefined)}
    >
      {typed => <SearchResults label={label} typed={typed.trim()} value={value} find={find} />}
    </SearchPick>
  )
}

/** Finds the name by the id, because the URL contains only the id. */
function useNameOf(value: string | undefined, find: PickChipProps['find']): string | undefined {
  const { t } = useTranslation()
  const { data, isPlaceholderData } = useQuery({ ...find(value ?? ''), enabled: !!value })
  if (!value || !data || isPlaceholderData) return undefined
  return data.find(({ id }) => id === value)?.name ?? t('filter.unknown')
}

interface SearchResultsProps extends Omit<PickChipProps, 'searchLabel' | 'onChoose'> {
  typed: string
}

function SearchResults({ label, typed, value, find }: SearchResultsProps) {
  const { t } = useTranslation()
  const [query] = useDebouncedValue(typed, DEBOUNCE_MS)
  const { data, isError, isPlaceholderData } = useQuery(find(query))
  const isWaiting = query !== typed || isPlaceholderData
  if (isError) return <PickNote>{t('filter.failed')}</PickNote>
  return (
    <>
      {!data && <Skeleton height={38} radius="sm" mt={6} />}
      {/* Always rendered, because the search field refers to the list. */}
      <PickOptions label={label} busy={!data || isWaiting}>
        {data && query === '' && value !== undefined && (
          <PickOption value="" name={t('filter.any')} isChosen={false} />
        )}
        {data?.map(({ id, name, note, person }) => (
          <PickOption
            key={id}
            value={id}
            name={name}
            note={note}
            isChosen={id === value}
            before={person && <Avatar person={person} size={26} />}
          />
        ))}
      </PickOptions>
      {data?.length === 0 && !isWaiting && <PickNote>{t('filter.no_people')}</PickNote>}
    </>
  )
}
