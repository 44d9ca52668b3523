import type { AdminUser } from '@coffer/contract/admin-users'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import type { AdminCard, AdminColumn } from '../../ui/admin-table/types.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import { LastSeen } from './last-seen.tsx'
import { StorageCell } from './storage-cell.tsx'
import classes from './user-columns.module.css'
import { UserStateMark } from './user-status.tsx'

/** The columns of the list of users. Narrow screens hide the last ones first. */
export function useUserColumns(): AdminColumn<AdminUser>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('admin_users.name'),
        width: 210,
        grow: 3,
        sort: 'asc',
        cell: user => <UserName user={user} />,
      },
      {
        id: 'role',
        label: t('admin_users.role'),
        width: 78,
        sort: 'asc',
        cell: user => <RoleText user={user} />,
      },
      {
        id: 'state',
        label: t('admin_users.state'),
        width: 118,
        sort: 'asc',
        cell: user => <UserStateMark state={user.attributes.state} />,
      },
      {
        id: 'storage',
        label: t('admin_users.storage'),
        width: 190,
        sort: 'desc',
        cell: user =>
          user.attributes.invitation ? '–' : <StorageCell storage={user.attributes.storage} />,
      },
      {
        id: 'last_seen',
        label: t('admin_users.last_seen'),
        width: 140,
        sort: 'desc',
        cell: user => <LastSeen user={user} />,
      },
      {
        id: 'created_at',
        label: t('admin_users.created'),
        width: 112,
        sort: 'desc',
        cell: user => format.date(user.attributes.created_at),
      },
      {
        id: 'two_factor',
        label: t('admin_users.two_factor'),
        width: 96,
        sort: 'desc',
        cell: user => t(user.attributes.has_two_factor ? 'admin_users.on' : 'admin_users.off'),
      },
      {
        id: 'email',
        label: t('admin_users.email'),
        width: 200,
        sort: 'asc',
        isOptional: true,
        cell: user => user.attributes.email,
      },
    ],
    [t, format],
  )
}

function UserName({ user: { attributes } }: { user: AdminUser }) {
  const { name, email, state } = attributes
  return (
    <>
      <span className={classes.avatar} data-state={state}>
        <Avatar person={attributes} size={30} />
      </span>
      <TwoLineText name={<span className={classes.name}>{name}</span>} note={email} />
    </>
  )
}

function RoleText({ user: { attributes } }: { user: AdminUser }) {
  const { t } = useTranslation()
  const { role } = attributes
  return (
    <span className={classes.role} data-role={role}>
      {t(`admin_users.role_${role}`)}
    </span>
  )
}

/** The card of a user on a phone. */
export const userCard = (user: AdminUser): AdminCard => ({
  lead: (
    <span className={classes.avatar} data-state={user.attributes.state}>
      <Avatar person={user.attributes} size={32} />
    </span>
  ),
  title: user.attributes.name,
  note: user.attributes.email,
  end: <UserStateMark state={user.attributes.state} />,
  endNote: <LastSeen user={user} />,
})
