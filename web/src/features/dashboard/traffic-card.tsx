import type { Dashboard } from '@coffer/contract/dashboard'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { noonOf } from '../../lib/clock.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ChartGrid } from '../../ui/chart-grid.tsx'
import { heightOf, positionOf, type Scale, scaleFor } from '../../ui/chart-scale.ts'
import { useDayCursor } from '../../ui/day-cursor.ts'
import classes from './traffic-card.module.css'

type TrafficRecord = Dashboard['disk']['upload']['records'][number]

const LABEL_EVERY_DAYS = 7

/** Uploads above and downloads below one zero line, per day. */
export function TrafficCard({ disk: { upload, download } }: { disk: Dashboard['disk'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const days = upload.records
  const isEmpty = upload.total_bytes + download.total_bytes === 0
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {t('dashboard.traffic')}
          <span className={classes.period}>{t('dashboard.days', { count: days.length })}</span>
        </h2>
        <p className={classes.legend}>
          <span className={classes.uploaded}>{t('dashboard.uploaded')}</span>
          <strong>{format.bytes(upload.total_bytes)}</strong>
        </p>
        <p className={classes.legend}>
          <span className={classes.downloaded}>{t('dashboard.downloaded')}</span>
          <strong>{format.bytes(download.total_bytes)}</strong>
        </p>
      </div>
      {isEmpty ? (
        <p className={classes.empty}>{t('dashboard.no_traffic')}</p>
      ) : (
        <Plot labelledBy={id} uploads={days} downloads={download.records} />
      )}
    </section>
  )
}

interface PlotProps {
  labelledBy: string
  uploads: readonly TrafficRecord[]
  downloads: readonly TrafficRecord[]
}

const amounts = (records: readonly TrafficRecord[]) => records.map(record => record.amount_bytes)

function Plot({ labelledBy, uploads, downloads }: PlotProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const scale = scaleFor(amounts(uploads), amounts(downloads))
  const dayText = (index: number) => {
    const day = uploads[index]
    if (!day) return ''
    return t('dashboard.day', {
      day: format.day(noonOf(day.created_at)),
      uploaded: format.bytes(day.amount_bytes),
      downloaded: format.bytes(downloads[index]?.amount_bytes ?? 0),
    })
  }
  const { shown, plotProps } = useDayCursor(labelledBy, uploads.length, dayText)
  return (
    <div className={classes.chart}>
      <ChartGrid scale={scale} labelOf={bytes => format.bytes(Math.abs(bytes))} />
      <div className={classes.plot} {...plotProps}>
        {uploads.map((day, index) => (
          <DayBars
            key={day.created_at}
            scale={scale}
            up={day.amount_bytes}
            down={downloads[index]?.amount_bytes ?? 0}
            isShown={index === shown}
            isToday={index === uploads.length - 1}
          />
        ))}
        {shown !== null && (
          <DayTip
            index={shown}
            count={uploads.length}
            up={uploads[shown]}
            down={downloads[shown]?.amount_bytes ?? 0}
          />
        )}
      </div>
      <Days days={uploads} />
    </div>
  )
}

interface DayBarsProps {
  scale: Scale
  up: number
  down: number
  isShown: boolean
  isToday: boolean
}

const DayBars = ({ scale, up, down, isShown, isToday }: DayBarsProps) => (
  <span
    className={classes.day}
    data-shown={isShown || undefined}
    data-today={isToday || undefined}
    aria-hidden
  >
    <span
      className={classes.up}
      style={{ bottom: `calc(100% - ${positionOf(0, scale)})`, height: heightOf(up, scale) }}
    />
    <span
      className={classes.down}
      style={{ top: positionOf(0, scale), height: heightOf(down, scale) }}
    />
  </span>
)

interface DayTipProps {
  index: number
  count: number
  up: TrafficRecord | undefined
  down: number
}

function DayTip({ index, count, up, down }: DayTipProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!up) return null
  const share = (index + 0.5) / count
  const style = {
    insetInlineStart: `${share * 100}%`,
    translate: share > 0.5 ? 'calc(-100% - 10px)' : '10px',
  }
  return (
    <div className={classes.tip} style={style} aria-hidden>
      <p className={classes.tipDay}>{format.day(noonOf(up.created_at))}</p>
      <p className={classes.tipLine}>
        <span className={classes.uploaded}>{t('dashboard.uploaded')}</span>
        <strong>{format.bytes(up.amount_bytes)}</strong>
      </p>
      <p className={classes.tipLine}>
        <span className={classes.downloaded}>{t('dashboard.downloaded')}</span>
        <strong>{format.bytes(down)}</strong>
      </p>
    </div>
  )
}

function Days({ days }: { days: readonly TrafficRecord[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const last = days.length - 1
  const isLabelled = (index: number) => index !== last && (last - index) % LABEL_EVERY_DAYS === 0
  return (
    <div className={classes.days} aria-hidden>
      {days.map((day, index) =>
        isLabelled(index) ? (
          <span
            key={day.created_at}
            style={{ insetInlineStart: `${((index + 0.5) / days.length) * 100}%` }}
          >
            {format.shortDay(noonOf(day.created_at))}
          </span>
        ) : null,
      )}
      <span className={classes.today}>{t('dashboard.today')}</span>
    </div>
  )
}
