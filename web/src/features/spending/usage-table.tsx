import { formatMoney, formatRate } from '@coffer/contract/money'
import type { RatedLine, RatedTier } from '@coffer/contract/rating'
import type { UsageOverview } from '@coffer/contract/spending'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { DisclosureButton } from '../../ui/disclosure-button.tsx'
import classes from './usage-table.module.css'

/** The parts of the cost; each amount can be expanded to quantity × price. */
export function UsageTable({ usage }: { usage: UsageOverview }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const id = useId()
  const money = (amount: number) => formatMoney({ amount, currency: usage.currency }, locale)
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {t('usage.made_of')}
      </h2>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('usage.feature')}</th>
            <th scope="col" className={classes.wide}>
              {t('usage.counted')}
            </th>
            <th scope="col" className={classes.number}>
              {t('usage.quantity')}
            </th>
            <th scope="col" className={classes.number}>
              {t('usage.so_far_column')}
            </th>
            <th scope="col" className={`${classes.number} ${classes.wide}`}>
              {t('usage.forecast')}
            </th>
          </tr>
        </thead>
        {usage.lines.map((line, index) => (
          <UsageLine
            key={line.meter}
            line={line}
            currency={usage.currency}
            forecast={usage.forecast_lines[index]?.amount ?? line.amount}
          />
        ))}
        {usage.forecast_tax.amount > 0 && (
          <tbody>
            <tr>
              <th scope="row">{t('usage.tax')}</th>
              <td className={classes.wide} />
              <td />
              <td className={classes.number}>{money(usage.tax.amount)}</td>
              <td className={`${classes.number} ${classes.wide}`}>
                {money(usage.forecast_tax.amount)}
              </td>
            </tr>
          </tbody>
        )}
        <tfoot>
          <tr>
            <th scope="row">{t('usage.total')}</th>
            <td className={classes.wide} />
            <td />
            <td className={classes.number}>{money(usage.estimate.amount)}</td>
            <td className={`${classes.number} ${classes.wide}`}>{money(usage.forecast.amount)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

interface UsageLineProps {
  line: RatedLine
  currency: string
  forecast: number
}

function UsageLine({ line, currency, forecast }: UsageLineProps) {
  const { t } = useTranslation()
  const { locale, quantity } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  return (
    <tbody>
      <tr>
        <th scope="row">
          <DisclosureButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
            <span className={classes.colour} data-meter={line.meter} aria-hidden />
            {t(`usage.meter.${line.meter}`)}
          </DisclosureButton>
        </th>
        <td className={classes.wide}>{t(`usage.counted_${line.aggregate}`)}</td>
        <td className={classes.number}>{quantity(line.quantity)}</td>
        <td className={`${classes.number} ${classes.amount}`}>{money(line.amount)}</td>
        <td className={`${classes.number} ${classes.wide}`}>{money(forecast)}</td>
      </tr>
      {isOpen &&
        line.tiers.map(tier => (
          <tr key={tier.from} className={classes.tier}>
            <td />
            <td className={classes.wide}>
              <TierName tier={tier} />
            </td>
            <td className={classes.number}>
              {quantity(tier.quantity)} × {formatRate(tier.unit_amount, currency, locale)}
              {tier.flat_amount > 0 && ` + ${money(tier.flat_amount)}`}
            </td>
            <td className={classes.number}>{money(tier.amount)}</td>
            <td className={classes.wide} />
          </tr>
        ))}
    </tbody>
  )
}

function TierName({ tier: { from, up_to } }: { tier: RatedTier }) {
  const { t } = useTranslation()
  if (up_to === null) return from === 0 ? t('usage.tier_all') : t('usage.tier_above', { from })
  return t('usage.tier_up_to', { from, to: up_to })
}
