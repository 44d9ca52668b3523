import type { Restrictions } from '@coffer/contract/account'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './restriction-bar.module.css'

/**
 * APP-19: says every reason why the account is restricted and links to Billing; for missing storage
 * to Storage as well.
 */
export function RestrictionBar({ all_reasons }: Restrictions) {
  const { t } = useTranslation()
  const isStorageFull = all_reasons.some(
    ({ code }) => code === 'storage_full' || code === 'plan_full',
  )
  return (
    <section className={classes.bar} aria-label={t('restriction.title')}>
      <CircleAlert size={16} strokeWidth={2} aria-hidden className={classes.icon} />
      <span>
        {all_reasons.map(({ text }) => text).join(' ')}{' '}
        <Link to="/user/settings/billing" className={classes.link}>
          {t('restriction.to_billing')}
        </Link>
        {isStorageFull && (
          <Link
            to="/user/settings/storage"
            className={classes.link}
            // Hidden on the Storage page itself.
            activeProps={{ hidden: true }}
          >
            {t('restriction.to_storage')}
          </Link>
        )}
      </span>
    </section>
  )
}
