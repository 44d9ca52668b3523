import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import classes from './restriction-bar.module.css'

/** Spec §2: a red bar leads to billing while the account is restricted, and says why it is. */
export function RestrictionBar() {
  const { t } = useTranslation()
  const { reason } = useUser().meta.restrictions
  if (!reason) return null
  return (
    <section aria-label={t('restriction.title')}>
      <Link to="/user/settings/billing" className={classes.bar}>
        <CircleAlert size={16} strokeWidth={2} aria-hidden />
        <span>
          {reason} <span className={classes.way}>{t('restriction.to_billing')}</span>
        </span>
      </Link>
    </section>
  )
}
