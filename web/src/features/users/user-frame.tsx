import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RecordFailure } from '../../ui/record-failure.tsx'
import { StatusTag } from '../../ui/status-mark.tsx'
import tabs from '../../ui/tabs.module.css'
import { Tabs } from '../../ui/tabs.tsx'
import { LastSeen } from './last-seen.tsx'
import { SuspendButton } from './suspend-button.tsx'
import { UserAudit } from './user-audit.tsx'
import { UserFacts } from './user-facts.tsx'
import classes from './user-frame.module.css'
import { UserStateTag } from './user-status.tsx'
import { userDetailQuery } from './users.api.ts'

export const USER_TABS = ['details', 'storage', 'subscription', 'password', 'delete'] as const
export type UserTab = (typeof USER_TABS)[number]

interface UserFrameProps {
  id: string
  tab: UserTab
  /** Buttons in the head of the page. */
  actions?: ReactNode
  children: (user: AdminUserDetail) => ReactNode
}

/** The frame of all pages about a user: name and tabs above, facts at the side. */
export function UserFrame({ id, tab, actions, children }: UserFrameProps) {
  const { t } = useTranslation()
  const { data: user, error, refetch } = useQuery(userDetailQuery(id))
  const name = user?.attributes.name ?? ''
  usePageTitle(name || t('admin.users'))
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <PageHeader title={name} parent={{ label: t('admin.users'), link: { to: '/admin/users' } }}>
          {actions}
        </PageHeader>
        {user && (
          <>
            <Identity user={user} />
            <UserTabs user={user} current={tab} />
            <div className={classes.content}>{children(user)}</div>
          </>
        )}
        {!user && !error && <Waiting />}
        {!user && error && (
          <RecordFailure
            error={error}
            retry={refetch}
            title={t('admin_users.failed')}
            missing={{ title: t('admin_users.missing'), text: t('admin_users.missing_text') }}
          >
            <Button renderRoot={props => <Link {...props} to="/admin/users" />}>
              {t('admin_users.to_list')}
            </Button>
          </RecordFailure>
        )}
      </div>
      {user && (
        <aside className={classes.side} aria-label={t('admin_users.facts')}>
          <UserFacts user={user} />
          <UserAudit id={id} />
        </aside>
      )}
    </div>
  )
}

function Identity({ user }: { user: AdminUserDetail }) {
  const { t } = useTranslation()
  const { name, email, state, role, invitation } = user.attributes
  return (
    <div className={classes.identity}>
      <Avatar person={user.attributes} size={56} />
      <div className={classes.texts}>
        <p className={classes.name}>
          <strong>{name}</strong>
          <UserStateTag state={state} />
          <StatusTag tone="quiet">{t(`admin_users.role_${role}`)}</StatusTag>
        </p>
        <p className={classes.note}>
          {email} · {!invitation && `${t('admin_users.last_seen')}: `}
          <LastSeen user={user} />
        </p>
      </div>
      <SuspendButton user={user} />
    </div>
  )
}

function UserTabs({ user, current }: { user: AdminUserDetail; current: UserTab }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { level, percentage } = user.attributes.storage
  const isWarning = level === 'nearly_full' || level === 'full'
  return (
    <Tabs label={t('admin_users.sections')}>
      {USER_TABS.map(tab => (
        <Link
          key={tab}
          to={`/admin/user/$id/${tab}` as const}
          params={{ id: user.id }}
          replace
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(`admin_users.tab_${tab}`)}
          {tab === 'storage' && isWarning && (
            <span className={classes.warning} data-level={level}>
              {format.percent(percentage / 100)}
            </span>
          )}
        </Link>
      ))}
    </Tabs>
  )
}

const Waiting = () => (
  <div aria-busy>
    <div className={classes.identity}>
      <Skeleton circle height={56} width={56} />
      <div className={classes.texts}>
        <Skeleton height={16} width={180} radius="xl" />
        <Skeleton height={10} width={240} radius="xl" mt={10} />
      </div>
    </div>
    <div className={tabs.tabs}>
      <Skeleton height={12} width={320} radius="xl" my={15} />
    </div>
    <div className={classes.content}>
      <Skeleton height={220} radius="lg" />
      <Skeleton height={180} radius="lg" />
    </div>
  </div>
)
