import type { InvoiceUsage } from '@coffer/contract/spending'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noonOf } from '../../lib/clock.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DisclosureButton } from '../../ui/disclosure-button.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { invoiceUsageQuery } from './invoices.api.ts'
import classes from './usage-by-day.module.css'

/** Expands to the usage per day that an invoice bills. */
export function UsageByDay({ invoiceId }: { invoiceId: string }) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={classes.part}>
      <DisclosureButton id={id} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
        {t('usage.by_day')}
      </DisclosureButton>
      {isOpen && <Days invoiceId={invoiceId} labelledBy={id} />}
    </div>
  )
}

function Days({ invoiceId, labelledBy }: { invoiceId: string; labelledBy: string }) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(invoiceUsageQuery(invoiceId))
  if (data === undefined)
    return isError ? <PartFailure retry={refetch} /> : <Skeleton height={200} aria-busy />
  const days = [...new Set(data?.meters.flatMap(({ days }) => days.map(({ day }) => day)))].sort()
  if (!data || days.length === 0) return <p className={classes.empty}>{t('usage.by_day_empty')}</p>
  return <DayTable usage={data} days={days} labelledBy={labelledBy} />
}

interface DayTableProps {
  usage: InvoiceUsage
  days: readonly string[]
  labelledBy: string
}

/** Scrolls, as a period may be a year. */
function DayTable({ usage: { meters }, days, labelledBy }: DayTableProps) {
  const { t } = useTranslation()
  const { quantity: quantityText, shortDay } = useFormat()
  const quantities = meters.map(
    ({ days }) => new Map(days.map(({ day, quantity }) => [day, quantity])),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus.
    <section className={classes.days} aria-labelledby={labelledBy} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('usage.day_column')}</th>
            {meters.map(({ meter }) => (
              <th key={meter} scope="col">
                {t(`usage.meter.${meter}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(day => (
            <tr key={day}>
              <th scope="row">{shortDay(noonOf(day))}</th>
              {meters.map(({ meter }, index) => (
                <td key={meter}>{quantityText(quantities[index]?.get(day) ?? '0')}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('usage.billed')}</th>
            {meters.map(({ meter, aggregate, quantity }) => (
              <td key={meter}>
                {quantityText(quantity)}
                <span className={classes.rule}>{t(`usage.counted_${aggregate}`)}</span>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
