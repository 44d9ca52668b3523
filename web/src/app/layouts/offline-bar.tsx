import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useIsOnline } from '../../lib/connection.ts'
import classes from './offline-bar.module.css'

/** Says that the connection is lost. In the first load, because nothing can be loaded while offline. */
export function OfflineBar() {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.bar}>
          <CloudOff size={16} strokeWidth={2} aria-hidden className={classes.sign} />
          {t('shell.offline_bar')}
        </p>
      )}
    </div>
  )
}
