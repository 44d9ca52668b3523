import { Button, Combobox, Skeleton, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar.tsx'
import chips from './filter-chips.module.css'
import type { customersQuery, Pick, peopleQuery } from './filter-picks.ts'
import classes from './pick-chip.module.css'

interface PickChipProps {
  label: string
  /** Of the field in which one types a part of a name. */
  searchLabel: string
  /** An id. */
  value: string | undefined
  find: typeof peopleQuery | typeof customersQuery
  onChoose: (value: string | undefined) => void
}

/** Typing goes on for about so long; only what comes to rest is asked for. */
const DEBOUNCE_MS = 150

/** One out of many, found by a part of its name. */
export function PickChip({ label, searchLabel, value, find, onChoose }: PickChipProps) {
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setTyped('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const isOpen = combobox.dropdownOpened
  const chosen = useNameOf(value, find)
  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-start"
      withinPortal={false}
      floatingStrategy="fixed"
      classNames={{ dropdown: classes.dropdown ?? '' }}
      onOptionSubmit={id => {
        onChoose(id || undefined)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <Button
          variant="default"
          className={chips.chip}
          data-on={value !== undefined || undefined}
          rightSection={<ChevronDown size={13} strokeWidth={2} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={chosen ? `${label}: ${chosen}` : label}
          onClick={() => combobox.toggleDropdown()}
        >
          {chosen ?? label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown role="dialog" aria-label={label}>
        <Combobox.Search
          role="combobox"
          aria-expanded={isOpen}
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={typed}
          leftSection={<Search size={16} strokeWidth={1.75} aria-hidden />}
          onChange={event => {
            setTyped(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        {isOpen && (
          <Picks
            label={label}
            query={query}
            value={value}
            find={find}
            isTyping={query !== typed.trim()}
          />
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Asked for by its id, as an address tells no more. */
function useNameOf(value: string | undefined, find: PickChipProps['find']): string | undefined {
  const { t } = useTranslation()
  const { data, isPlaceholderData } = useQuery({ ...find(value ?? ''), enabled: !!value })
  if (!value || !data || isPlaceholderData) return undefined
  return data.find(({ id }) => id === value)?.name ?? t('filter.unknown')
}

interface PicksProps extends Omit<PickChipProps, 'searchLabel' | 'onChoose'> {
  query: string
  isTyping: boolean
}

function Picks({ label, query, value, find, isTyping }: PicksProps) {
  const { t } = useTranslation()
  const { data, isError, isPlaceholderData } = useQuery(find(query))
  const isWaiting = isTyping || isPlaceholderData
  if (isError) return <Note>{t('filter.failed')}</Note>
  if (!data) return <Skeleton height={38} radius="sm" mt={6} />
  return (
    <>
      <Combobox.Options aria-label={label} aria-busy={isWaiting} className={classes.options ?? ''}>
        {query === '' && value !== undefined && (
          <Combobox.Option value="" className={classes.option ?? ''}>
            <span className={classes.name}>{t('filter.any')}</span>
          </Combobox.Option>
        )}
        {data.map(pick => (
          <Combobox.Option
            key={pick.id}
            value={pick.id}
            active={pick.id === value}
            selected={pick.id === value}
            className={classes.option ?? ''}
          >
            <Face pick={pick} isChosen={pick.id === value} />
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {data.length === 0 && !isWaiting && <Note>{t('filter.nobody')}</Note>}
    </>
  )
}

function Face({ pick, isChosen }: { pick: Pick; isChosen: boolean }) {
  const { name, note, person } = pick
  return (
    <>
      {person && <Avatar person={person} size={26} />}
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.note}>{note}</span>
      </span>
      {isChosen && <Check size={16} className={classes.check} aria-hidden />}
    </>
  )
}

const Note = ({ children }: { children: string }) => (
  <p className={classes.none} role="status">
    {children}
  </p>
)
