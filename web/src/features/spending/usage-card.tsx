import { formatMoney } from '@coffer/contract/money'
import type { Meter } from '@coffer/contract/rating'
import type { DayCost, UsageOverview } from '@coffer/contract/spending'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { noonOf } from '../../lib/clock.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ChartGrid } from '../../ui/chart-grid.tsx'
import { heightOf, positionOf, type Scale, scaleFor } from '../../ui/chart-scale.ts'
import { useDayCursor } from '../../ui/day-cursor.ts'
import classes from './usage-card.module.css'

/** From the zero line up. */
const STACK: readonly Meter[] = ['flatFee', 'storage', 'member', 'bandwidth']

const totalOf = ({ amounts }: DayCost): number =>
  Object.values(amounts).reduce((sum, amount) => sum + (amount ?? 0), 0)

/** Between two labels of the axis; those of a month are a week apart. */
const stepOf = (days: number): number => Math.max(1, Math.round(days / 4.4))

/** Returns the days that the axis names: the first, the last, and some between them. */
function labelledDays(days: readonly DayCost[]) {
  const last = days.length - 1
  const step = stepOf(days.length)
  return days.flatMap(({ day }, index) => {
    const isBetween = index % step === 0 && last - index > step / 2
    return isBetween || index === last ? [{ day, index }] : []
  })
}

/** The cost of the period so far, and its growth by day. */
export function UsageCard({ usage }: { usage: UsageOverview }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const id = useId()
  const money = (amount: number) => formatMoney({ amount, currency: usage.currency }, locale)
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.title}>
          {t('usage.so_far')}
        </h2>
        <p className={classes.amount}>{money(usage.estimate.amount)}</p>
        <dl className={classes.list}>
          <div>
            <dt>{t('usage.forecast')}</dt>
            <dd>{money(usage.forecast.amount)}</dd>
          </div>
          <div>
            <dt>{t('usage.plan')}</dt>
            <dd>{usage.plan}</dd>
          </div>
        </dl>
      </div>
      <Plot labelledBy={id} usage={usage} money={money} />
    </section>
  )
}

interface PlotProps {
  labelledBy: string
  usage: UsageOverview
  money: (amount: number) => string
}

function Plot({ labelledBy, usage, money }: PlotProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { days, alert, cap } = usage
  const limits = [alert?.amount ?? 0, cap?.amount ?? 0]
  const { top, ticks } = scaleFor([...days.map(totalOf), ...limits], [])
  // Costs are never negative, so the chart begins at the zero line.
  const scale: Scale = { top, bottom: 0, ticks: ticks.filter(tick => tick >= 0) }
  const dayText = (index: number) => {
    const day = days[index]
    if (!day) return ''
    const key = day.is_forecast ? 'usage.day_forecast' : 'usage.day'
    return t(key, { day: format.day(noonOf(day.day)), amount: money(totalOf(day)) })
  }
  const { shown, plotProps } = useDayCursor(labelledBy, days.length, dayText)
  return (
    <div className={classes.chart}>
      <ChartGrid scale={scale} labelOf={money}>
        {alert && (
          <Limit kind="alert" amount={alert.amount} scale={scale}>
            {t('usage.alert_at', { amount: money(alert.amount) })}
          </Limit>
        )}
        {cap && (
          <Limit kind="cap" amount={cap.amount} scale={scale}>
            {t('usage.cap_at', { amount: money(cap.amount) })}
          </Limit>
        )}
      </ChartGrid>
      <div className={classes.plot} {...plotProps}>
        {days.map((day, index) => (
          <span
            key={day.day}
            className={classes.day}
            data-shown={index === shown || undefined}
            data-forecast={day.is_forecast || undefined}
            aria-hidden
          >
            {STACK.map(meter => (
              <span
                key={meter}
                data-meter={meter}
                style={{ height: heightOf(day.amounts[meter] ?? 0, scale) }}
              />
            ))}
          </span>
        ))}
      </div>
      <p
        className={classes.axis}
        style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
        aria-hidden
      >
        {labelledDays(days).map(({ day, index }) => (
          <span key={day} style={{ gridColumn: index + 1 }}>
            {format.shortDay(noonOf(day))}
          </span>
        ))}
      </p>
      <p className={classes.shown} aria-hidden>
        {dayText(shown ?? days.findLastIndex(day => !day.is_forecast))}
      </p>
    </div>
  )
}

interface LimitProps {
  kind: 'alert' | 'cap'
  amount: number
  scale: Scale
  children: string
}

const Limit = ({ kind, amount, scale, children }: LimitProps) => (
  <div className={classes.limit} data-kind={kind} style={{ top: positionOf(amount, scale) }}>
    <span>{children}</span>
  </div>
)
