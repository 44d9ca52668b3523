import { getUserDetail, listUsers } from '@coffer/contract/admin-users'
import { Menu, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { FilterChip } from '../../ui/filters/filter-chip.tsx'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import classes from './audit.module.css'

interface UserFilterProps {
  label: string
  /** The id of the chosen user. */
  value: string | undefined
  onChoose: (id: string | undefined) => void
}

const SUGGESTIONS = 6
const DEBOUNCE_MS = 150

/** A filter by one user, who is searched by name and email. */
export function UserFilter({ label, value, onChoose }: UserFilterProps) {
  const name = useQuery({
    queryKey: ['admin-audit', 'user', value],
    queryFn: ({ signal }) => api(getUserDetail, { params: { id: value ?? '' } }, { signal }),
    enabled: value !== undefined,
    retry: false,
  }).data?.data.attributes.name
  return (
    <FilterChip
      label={label}
      // A deleted user has no name any more.
      value={value && (name ?? value.slice(0, 8))}
      onClear={() => onChoose(undefined)}
    >
      <Menu.Dropdown>
        <UserSearch label={label} onChoose={onChoose} />
      </Menu.Dropdown>
    </FilterChip>
  )
}

function UserSearch({ label, onChoose }: Pick<UserFilterProps, 'label' | 'onChoose'>) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const query = { query: typed, per_page: SUGGESTIONS, sort: 'name', direction: 'asc' }
  const { data, isError } = useQuery({
    queryKey: ['admin-audit', 'users', query],
    queryFn: ({ signal }) => api(listUsers, { query: query as never }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes.options}>
      <TextInput
        aria-label={label}
        placeholder={t('audit.find_user')}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        data-autofocus
      />
      {data?.data.map(user => (
        <Menu.Item key={user.id} onClick={() => onChoose(user.id)}>
          <TwoLineText name={user.attributes.name} note={user.attributes.email} />
        </Menu.Item>
      ))}
      {data?.data.length === 0 && <Menu.Label>{t('audit.no_user')}</Menu.Label>}
      {isError && <Menu.Label>{t('table.failed_text')}</Menu.Label>}
    </div>
  )
}
