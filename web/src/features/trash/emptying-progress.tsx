import type { Progress } from '@coffer/contract/trash'
import { useTranslation } from 'react-i18next'
import classes from './emptying-progress.module.css'

/** The progress of emptying a large trash. */
export function EmptyingProgress({ total, done }: Progress) {
  const { t } = useTranslation()
  const progressText = t('trash.emptying_progress', { total, done })
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  return (
    <section className={classes.note} aria-label={t('trash.emptying')}>
      <div className={classes.text}>
        <strong>{t('trash.emptying')}</strong>
        <span className={classes.count}>{progressText}</span>
      </div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('trash.emptying')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={progressText}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={classes.hint}>{t('trash.emptying_hint')}</p>
    </section>
  )
}
