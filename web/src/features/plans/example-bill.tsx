import { formatMoney, formatRate } from '@coffer/contract/money'
import type { Interval } from '@coffer/contract/plan-inputs'
import { type RatedLine, rateQuantity, type TierMode } from '@coffer/contract/rating'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import classes from './example-bill.module.css'
import type { ReadMeter } from './meter-drafts.ts'

const USAGES = {
  light: { storage: 50, bandwidth: 50, member: 2 },
  typical: { storage: 320, bandwidth: 640, member: 6 },
  heavy: { storage: 1500, bandwidth: 3000, member: 25 },
} as const
const MOST = { storage: 2000, bandwidth: 5000, member: 50 } as const
type Counted = keyof typeof MOST

interface ExampleBillProps {
  meters: readonly ReadMeter[]
  currency: string
  tierMode: TierMode
  interval: Interval
}

/** The cost of an example of usage, computed like the bill itself. */
export function ExampleBill({ meters, currency, tierMode, interval }: ExampleBillProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [usage, setUsage] = useState<Record<Counted, number>>(USAGES.typical)
  const isComplete = meters.length > 0 && meters.every(({ errors }) => errors.size === 0)
  const lines = isComplete
    ? meters.map(({ key, aggregate, tiers }) => {
        const quantity = key === 'flatFee' ? 1 : usage[key]
        const numerator = BigInt(quantity)
        const plan = { currency, tier_mode: tierMode }
        return rateQuantity(plan, { key, aggregate, tiers }, { numerator, denominator: 1n })
      })
    : []
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <section className={classes.card} aria-labelledby="example-bill">
      <div className={classes.head}>
        <h2 id="example-bill" className={classes.title}>
          {t('admin_plans.example_bill')}
        </h2>
        <UsageChoice usage={usage} onChoose={setUsage} />
      </div>
      <div className={classes.sliders}>
        {meters.map(({ key }) =>
          key === 'flatFee' ? null : (
            <UsageSlider
              key={key}
              meter={key}
              value={usage[key]}
              onChange={value => setUsage({ ...usage, [key]: value })}
            />
          ),
        )}
      </div>
      <output className={classes.bill} aria-live="polite">
        {lines.map(line => (
          <BillLine key={line.meter} line={line} currency={currency} />
        ))}
        {!isComplete && <span className={classes.note}>{t('admin_plans.bill_waits')}</span>}
        {isComplete && (
          <span className={classes.total}>
            <span>
              <strong>{t(`admin_plans.total_${interval}`)}</strong>
              <span className={classes.note}>{t('admin_plans.before_tax')}</span>
            </span>
            <strong className={classes.sum}>
              {formatMoney({ amount: total, currency }, locale)}
            </strong>
          </span>
        )}
      </output>
    </section>
  )
}

interface UsageChoiceProps {
  usage: Record<Counted, number>
  onChoose: (usage: Record<Counted, number>) => void
}

function UsageChoice({ usage, onChoose }: UsageChoiceProps) {
  const { t } = useTranslation()
  return (
    <span className={classes.choices}>
      {(Object.keys(USAGES) as (keyof typeof USAGES)[]).map(name => (
        <button
          key={name}
          type="button"
          aria-pressed={usage === USAGES[name]}
          onClick={() => onChoose(USAGES[name])}
        >
          {t(`admin_plans.usage_${name}`)}
        </button>
      ))}
    </span>
  )
}

interface UsageSliderProps {
  meter: Counted
  value: number
  onChange: (value: number) => void
}

function UsageSlider({ meter, value, onChange }: UsageSliderProps) {
  const { t } = useTranslation()
  const quantityText = useQuantityText()
  return (
    <label className={classes.slider}>
      <span>{t(`admin_plans.meter_${meter}`)}</span>
      <strong>{quantityText(meter, value)}</strong>
      <input
        type="range"
        min={0}
        max={MOST[meter]}
        step={meter === 'member' ? 1 : 10}
        value={value}
        aria-valuetext={quantityText(meter, value)}
        onChange={event => onChange(Number(event.currentTarget.value))}
      />
    </label>
  )
}

function useQuantityText() {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (meter: RatedLine['meter'], quantity: number): string =>
    meter === 'member'
      ? t('admin_plans.quantity_people', { count: quantity })
      : t('admin_plans.quantity_gb', { size: number(quantity) })
}

function BillLine({ line, currency }: { line: RatedLine; currency: string }) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const quantityText = useQuantityText()
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  return (
    <span className={classes.line}>
      <span className={classes.row}>
        <span>
          <strong>{t(`admin_plans.meter_${line.meter}`)}</strong>
          {line.meter !== 'flatFee' && (
            <span className={classes.note}>{quantityText(line.meter, Number(line.quantity))}</span>
          )}
        </span>
        <strong>{money(line.amount)}</strong>
      </span>
      {line.meter !== 'flatFee' &&
        line.tiers.map(tier => (
          <span key={tier.from} className={classes.part}>
            <span>
              {number(Number(tier.quantity))} × {formatRate(tier.unit_amount, currency, locale)}
              {tier.flat_amount > 0 && ` + ${money(tier.flat_amount)}`}
            </span>
            <span>{money(tier.amount)}</span>
          </span>
        ))}
    </span>
  )
}
