import { useTranslation } from 'react-i18next'
import { type DayRange, dayOf } from '../../lib/day-range.ts'
import { useFormat } from '../../lib/use-format.ts'

/** Returns a range of days as a text; undefined when it is open at both ends. */
export function useRangeText({ from, to }: DayRange): string | undefined {
  const { t } = useTranslation()
  const format = useFormat()
  if (from && to) return format.days(dayOf(from), dayOf(to))
  if (from) return t('filter.since', { day: format.days(dayOf(from), dayOf(from)) })
  return to && t('filter.until', { day: format.days(dayOf(to), dayOf(to)) })
}
