import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import classes from './restriction-bar.module.css'

/** Spec §2: a red bar says why the account is restricted, and leads to Billing; one for lack of room to Storage as well. */
export function RestrictionBar() {
  const { t } = useTranslation()
  const { reason, reason_code } = useUser().meta.restrictions
  if (!reason) return null
  const isOfRoom = reason_code === 'storage_full' || reason_code === 'plan_full'
  return (
    <section className={classes.bar} aria-label={t('restriction.title')}>
      <CircleAlert size={16} strokeWidth={2} aria-hidden className={classes.sign} />
      <span>
        {reason}{' '}
        <Link to="/user/settings/billing" className={classes.way}>
          {t('restriction.to_billing')}
        </Link>
        {isOfRoom && (
          <Link
            to="/user/settings/storage"
            className={classes.way}
            // There it would lead nowhere.
            activeProps={{ hidden: true }}
          >
            {t('restriction.to_storage')}
          </Link>
        )}
      </span>
    </section>
  )
}
