import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './trash-notice.module.css'

/** Says how long items stay in the trash. */
export function TrashNotice({ days }: { days: number }) {
  const { t } = useTranslation()
  return (
    <p className={classes.notice}>
      <Clock size={16} strokeWidth={1.75} aria-hidden />
      {days === 0 ? t('trash.kept_forever') : t('trash.kept', { count: days })}
    </p>
  )
}
