import { Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PERIODS } from '../../lib/day-range.ts'
import { RadioItem } from '../../ui/filters/choice-menu.tsx'
import { useRangeText } from '../../ui/filters/use-range-text.ts'
import { ChoiceChip } from './choice-chip.tsx'
import type { FilterSelection } from './filters.ts'

const DaysDialog = lazy(async () => ({
  default: (await import('../../ui/filters/days-dialog.tsx')).DaysDialog,
}))

interface DaysChipProps {
  label: string
  chosen: FilterSelection
  onChange: (chosen: FilterSelection) => void
}

/** A filter for a period that ends today, or for a custom range of days. */
export function DaysChip({ label, chosen, onChange }: DaysChipProps) {
  const { t } = useTranslation()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { days, from, to, ...others } = chosen
  const range = useRangeText(days ? {} : { from, to })
  return (
    <>
      <ChoiceChip
        label={label}
        value={days}
        other={range}
        choices={PERIODS.map(period => [period, t(`filter.days_${period}`)])}
        onChoose={period => onChange({ ...others, days: period })}
      >
        <Menu.Divider />
        <RadioItem isOn={range !== undefined} onChoose={() => setDialogOpen(true)}>
          {t('filter.days_own')}
        </RadioItem>
      </ChoiceChip>
      <Suspense>
        {isDialogOpen && (
          <DaysDialog
            title={label}
            from={from}
            to={to}
            onChoose={range => onChange({ ...others, ...range })}
            onClose={() => setDialogOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
