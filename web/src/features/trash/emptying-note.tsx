import type { Progress } from '@coffer/contract/trash'
import { useTranslation } from 'react-i18next'
import classes from './emptying-note.module.css'

/** How much of a large trash is gone by now. */
export function EmptyingNote({ total, done }: Progress) {
  const { t } = useTranslation()
  const words = t('trash.emptying_progress', { total, done })
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  return (
    <section className={classes.note} aria-label={t('trash.emptying')}>
      <div className={classes.words}>
        <strong>{t('trash.emptying')}</strong>
        <span className={classes.count}>{words}</span>
      </div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('trash.emptying')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={classes.hint}>{t('trash.emptying_hint')}</p>
    </section>
  )
}
