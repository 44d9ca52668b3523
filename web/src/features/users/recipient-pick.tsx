import { listUsers } from '@coffer/contract/admin-users'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PickNote, PickOption, PickOptions, SearchPick } from '../../ui/search-pick.tsx'
import { USERS } from './users.api.ts'

const DEBOUNCE_MS = 150
/** One of them can be the user who is deleted. */
const SUGGESTIONS = 11

interface RecipientPickProps {
  /** The user who is deleted. */
  exceptId: string
  name: string | undefined
  onChoose: (id: string) => void
}

/** Finds another active user by name or email. */
export function RecipientPick({ exceptId, name, onChoose }: RecipientPickProps) {
  const { t } = useTranslation()
  return (
    <SearchPick
      label={t('admin_users.recipient')}
      searchLabel={t('admin_users.search')}
      button={{ children: name ?? t('admin_users.choose_recipient') }}
      width={320}
      position="bottom-start"
      onChoose={onChoose}
    >
      {typed => <People typed={typed.trim()} exceptId={exceptId} />}
    </SearchPick>
  )
}

function People({ typed, exceptId }: { typed: string; exceptId: string }) {
  const { t } = useTranslation()
  const [query] = useDebouncedValue(typed, DEBOUNCE_MS)
  const { data, isError } = useQuery({
    queryKey: [USERS, 'recipients', query],
    queryFn: async ({ signal }) => {
      const search = { state: 'active', per_page: SUGGESTIONS, sort: 'name', direction: 'asc' }
      return (await api(listUsers, { query: { ...search, query } as never }, { signal })).data
    },
    placeholderData: keepPreviousData,
  })
  const people = data?.filter(({ id }) => id !== exceptId)
  if (isError) return <PickNote>{t('filter.failed')}</PickNote>
  return (
    <>
      <PickOptions label={t('admin_users.recipient')} busy={!people}>
        {people?.map(({ id, attributes }) => (
          <PickOption
            key={id}
            value={id}
            name={attributes.name}
            note={attributes.email}
            isChosen={false}
            before={<Avatar person={attributes} size={26} />}
          />
        ))}
      </PickOptions>
      {people?.length === 0 && <PickNote>{t('filter.no_people')}</PickNote>}
    </>
  )
}
