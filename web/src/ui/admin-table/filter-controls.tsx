import { Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PERIODS } from '../../lib/day-range.ts'
import { ChoiceItems, RadioItem } from '../filters/choice-menu.tsx'
import { FilterChip } from '../filters/filter-chip.tsx'
import { cleared, type TableSearch } from './table-search.ts'
import type { ChoiceFilter, DaysFilter, RangeFilter, TableFilter } from './types.ts'
import { DAYS, daysPatch, rangePatch, useDaysValue, useRangeValue } from './use-filter-values.ts'
import type { TableState } from './use-table-state.ts'

const DaysDialog = lazy(async () => ({
  default: (await import('../filters/days-dialog.tsx')).DaysDialog,
}))
const RangeDialog = lazy(async () => ({
  default: (await import('../filters/range-dialog.tsx')).RangeDialog,
}))

interface ControlProps<F> {
  filter: F
  state: TableState
}

/** The chip of a filter. */
export function FilterControl({ filter, state }: ControlProps<TableFilter>) {
  const { kind, name } = filter
  if (kind === 'choice') return <ChoiceControl filter={filter} state={state} />
  if (kind === 'days') return <DaysControl filter={filter} state={state} />
  if (kind === 'range') return <RangeControl filter={filter} state={state} />
  return filter.render({
    value: state.search[name]?.toString(),
    onChoose: value => state.change({ [name]: value }),
  })
}

/** Switches one filter off. */
const clearFilter = (name: string, { change, filterTypes }: TableState): void =>
  change(cleared({ [name]: filterTypes[name] ?? 'text' }))

function ChoiceControl({ filter, state }: ControlProps<ChoiceFilter>) {
  const { name, label, choices } = filter
  const value = state.search[name]?.toString()
  const chosen = choices.find(([choice]) => choice === value)?.[1]
  return (
    <FilterChip label={label} value={chosen} onClear={() => clearFilter(name, state)}>
      <ChoiceItems
        value={value}
        choices={choices}
        onChoose={choice => state.change({ [name]: choice })}
      />
    </FilterChip>
  )
}

function DaysControl({ filter, state }: ControlProps<DaysFilter>) {
  const { t } = useTranslation()
  const { name, label, choices = [] } = filter
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { from, to, value, text, isRange } = useDaysValue(filter, state)
  const set = (patch: TableSearch) => state.change({ ...cleared({ [name]: DAYS }), ...patch })
  return (
    <>
      <FilterChip label={label} value={text} onClear={() => clearFilter(name, state)}>
        <ChoiceItems
          value={isRange ? null : value}
          choices={[
            ...PERIODS.map(period => [period, t(`filter.days_${period}`)] as const),
            ...choices,
          ]}
          onChoose={choice => set(daysPatch(name, choice))}
        >
          <Menu.Divider />
          <RadioItem isOn={isRange} onChoose={() => setDialogOpen(true)}>
            {t('filter.days_own')}
          </RadioItem>
        </ChoiceItems>
      </FilterChip>
      <Suspense>
        {isDialogOpen && (
          <DaysDialog
            title={label}
            from={from}
            to={to}
            onChoose={range => set({ [`${name}_from`]: range.from, [`${name}_to`]: range.to })}
            onClose={() => setDialogOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function RangeControl({ filter, state }: ControlProps<RangeFilter>) {
  const { t } = useTranslation()
  const { name, label, presets } = filter
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { min, max, preset, text, isOther } = useRangeValue(filter, state)
  return (
    <>
      <FilterChip label={label} value={text} onClear={() => clearFilter(name, state)}>
        <ChoiceItems
          value={isOther ? null : preset}
          choices={presets.map((choice, index) => [String(index), choice.label] as const)}
          onChoose={choice => state.change(rangePatch(name, presets[Number(choice ?? -1)]))}
        >
          {presets.length > 0 && <Menu.Divider />}
          <RadioItem isOn={isOther} onChoose={() => setDialogOpen(true)}>
            {t('filter.range_own')}
          </RadioItem>
        </ChoiceItems>
      </FilterChip>
      <Suspense>
        {isDialogOpen && (
          <RangeDialog
            title={label}
            unit={filter.unit}
            scale={filter.scale}
            min={min}
            max={max}
            onChoose={range => state.change(rangePatch(name, range))}
            onClose={() => setDialogOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
