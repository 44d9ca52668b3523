import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { StorageBar } from './storage-cell.tsx'
import classes from './user-facts.module.css'

/** Storage and facts of a user, at the side of their pages. */
export function UserFacts({ user }: { user: AdminUserDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { attributes, meta } = user
  const { storage, suspension } = attributes
  const { counts } = meta
  const facts: [label: string, value: string][] = [
    [t('admin_users.member_since'), format.date(attributes.created_at)],
    [
      t('admin_users.team_folders'),
      t('admin_users.team_folders_of', {
        count: counts.team_folders,
        members: t('admin_users.members', { count: counts.team_members }),
      }),
    ],
    [t('admin_users.links'), format.number(counts.shares)],
    [t('admin_users.requests'), format.number(counts.upload_requests)],
    [t('admin_users.two_factor'), twoFactorText()],
    [t('admin_users.sessions'), format.number(counts.sessions)],
    [t('admin_users.tokens'), format.number(counts.tokens)],
    [t('admin_users.passkeys'), format.number(counts.passkeys)],
  ]
  function twoFactorText(): string {
    const since = attributes.two_factor_confirmed_at
    return since ? t('admin_users.on_since', { date: format.date(since) }) : t('admin_users.off')
  }
  return (
    <>
      <section className={classes.card} aria-label={t('admin_users.storage')}>
        <p className={classes.line}>
          <strong>{t('admin_users.storage')}</strong>
          {storage.capacity_bytes !== null && (
            <span>{format.percent(storage.percentage / 100)}</span>
          )}
        </p>
        {storage.capacity_bytes !== null && <StorageBar storage={storage} />}
        <p className={classes.note}>
          {storage.capacity_bytes === null
            ? t('admin_users.used_no_limit', { used: format.bytes(storage.used_bytes) })
            : t('admin_users.used_of', {
                used: format.bytes(storage.used_bytes),
                limit: format.bytes(storage.capacity_bytes),
              })}{' '}
          · {t('admin_users.files', { count: counts.files })}
        </p>
      </section>
      {suspension && (
        <section className={classes.suspension} aria-label={t('admin_users.state_suspended')}>
          <strong>
            {t('admin_users.suspended_since', { date: format.date(suspension.since) })}
          </strong>
          <p>{suspension.reason}</p>
        </section>
      )}
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
