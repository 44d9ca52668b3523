import { MousePointerClick } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import classes from './info-panel.module.css'

/** Details of several items: their number and total size. */
export function InfoOfMany({ count, bytes }: { count: number; bytes: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={classes.panel}>
      <div className={classes.view} data-plain data-many>
        {format.number(count)}
      </div>
      <h2 className={classes.name}>{t('files.items_selected', { count })}</h2>
      {bytes !== null && <p className={classes.kind}>{format.bytes(bytes)}</p>}
    </div>
  )
}

interface InfoOfNothingProps {
  name: string
  /** Null while it loads. */
  count: number | null
  isCapped: boolean
}

/** Details when nothing is selected and the list has no folder. */
export function InfoOfNothing({ name, count, isCapped }: InfoOfNothingProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.panel}>
      <div className={classes.view} data-plain>
        <MousePointerClick size={34} strokeWidth={1.25} className={classes.faint} aria-hidden />
      </div>
      <h2 className={classes.name}>{shownName(name)}</h2>
      {count !== null && (
        <p className={classes.kind}>
          {t(isCapped ? 'files.items_more' : 'files.items', { count })}
        </p>
      )}
      <p className={classes.hint}>{t('files.select_hint')}</p>
    </div>
  )
}
