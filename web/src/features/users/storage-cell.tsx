import type { AdminUser } from '@coffer/contract/admin-users'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import classes from './storage-cell.module.css'

type Storage = AdminUser['attributes']['storage']

/** Storage used of the limit, with a bar. */
export function StorageCell({ storage }: { storage: Storage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { used_bytes, capacity_bytes, level } = storage
  return (
    <span className={classes.cell}>
      {capacity_bytes !== null && <StorageBar storage={storage} />}
      <span className={classes.text} data-level={level}>
        <strong>{format.bytes(used_bytes)}</strong>{' '}
        {capacity_bytes !== null &&
          t('admin_users.of_limit', { limit: format.bytes(capacity_bytes) })}
      </span>
    </span>
  )
}

/** Decorative: the numbers are next to it. */
export const StorageBar = ({ storage: { percentage, level } }: { storage: Storage }) => (
  <span className={classes.bar} data-level={level} aria-hidden>
    <span style={{ width: `${Math.min(100, percentage)}%` }} />
  </span>
)
