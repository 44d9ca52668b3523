import type { AdminUser, ListedUser } from '@coffer/contract/admin-users'
import { formatMoney } from '@coffer/contract/money'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { AdminCard, AdminColumn } from '../../ui/admin-table/types.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import { LastSeen } from './last-seen.tsx'
import { StorageCell } from './storage-cell.tsx'
import classes from './user-columns.module.css'
import { UserStateMark } from './user-status.tsx'

/** Whether plans are shown in the list of users. */
export const showsPlans = (): boolean => config().subscriptionType !== 'none'

/** The columns of the list of users. Narrow screens hide the last ones first. */
export function useUserColumns(): AdminColumn<ListedUser>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const isSelling = showsPlans()
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
      ...(isSelling ? [planColumn(t)] : []),
      {
        id: 'storage',
        label: t('admin_users.storage'),
        width: 190,
        sort: 'desc',
        cell: user =>
          user.attributes.invitation ? '–' : <StorageCell storage={user.attributes.storage} />,
      },
      ...(isSelling ? [costColumn(t, format.locale)] : []),
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
    [t, format, isSelling],
  )
}

const planColumn = (t: TFunction): AdminColumn<ListedUser> => ({
  id: 'plan',
  label: t('admin_users.plan'),
  width: 104,
  cell: ({ meta }) => meta.plan?.name ?? t('admin_users.no_plan'),
})

const costColumn = (t: TFunction, locale: string): AdminColumn<ListedUser> => ({
  id: 'cost',
  label: t('admin_users.cost'),
  width: 96,
  align: 'end',
  cell: ({ meta }) => (meta.cost ? formatMoney(meta.cost, locale) : '–'),
})

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
export const userCard = (user: ListedUser): AdminCard => ({
  lead: (
    <span className={classes.avatar} data-state={user.attributes.state}>
      <Avatar person={user.attributes} size={32} />
    </span>
  ),
  title: user.attributes.name,
  note: [user.attributes.email, user.meta.plan?.name].filter(Boolean).join(' · '),
  end: <UserStateMark state={user.attributes.state} />,
  endNote: <LastSeen user={user} />,
})
