import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import classes from './entry.module.css'

/** Recovery needs mail, which comes later; until then an administrator helps. */
export function PasswordRecoveryPage() {
  const { t } = useTranslation()
  usePageTitle(t('recovery.title'))
  return (
    <div className={classes.form}>
      <h1 className={classes.title}>{t('recovery.title')}</h1>
      <p>{t('recovery.text')}</p>
      <p>{t('recovery.way')}</p>
      <p className={classes.other}>
        <Link to="/sign-in" search={{}}>
          {t('recovery.back')}
        </Link>
      </p>
    </div>
  )
}
