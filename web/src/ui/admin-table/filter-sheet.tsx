import { Button } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PERIODS } from '../../lib/day-range.ts'
import { SelectInput } from '../form/select-input.tsx'
import { Sheet } from '../sheet.tsx'
import { FilterControl } from './filter-controls.tsx'
import classes from './filter-sheet.module.css'
import { cleared } from './table-search.ts'
import type { AdminColumn, ChoiceFilter, DaysFilter, RangeFilter, TableFilter } from './types.ts'
import { DAYS, daysPatch, rangePatch, useDaysValue, useRangeValue } from './use-filter-values.ts'
import type { TableState } from './use-table-state.ts'

interface FilterSheetProps<Row> {
  state: TableState
  filters: readonly TableFilter[]
  columns: readonly AdminColumn<Row>[]
  onClose: () => void
}

/** Filters and order of a table on a phone. */
export function FilterSheet<Row>({ state, filters, columns, onClose }: FilterSheetProps<Row>) {
  const { t } = useTranslation()
  const sortable = columns.filter(column => column.sort)
  const { sort, direction } = state.request
  return (
    <Sheet opened onClose={onClose} title={t('table.filter_and_sort')}>
      <div className={classes.fields}>
        {filters.map(filter => (
          <FilterField key={filter.name} filter={filter} state={state} />
        ))}
        {sortable.length > 0 && (
          <SelectInput
            label={t('table.sort_by')}
            value={`${sort} ${direction}`}
            data={sortable.flatMap(({ id, label }) => [
              { value: `${id} asc`, label: t('table.ascending', { name: label }) },
              { value: `${id} desc`, label: t('table.descending', { name: label }) },
            ])}
            onChange={event => {
              const [id, order] = event.currentTarget.value.split(' ')
              state.change({ sort: id, direction: order === 'desc' ? 'desc' : 'asc' })
            }}
          />
        )}
        <div className={classes.buttons}>
          <Button variant="default" disabled={state.filterCount === 0} onClick={state.clearFilters}>
            {t('filter.clear')}
          </Button>
          <Button onClick={onClose}>{t('table.show')}</Button>
        </div>
      </div>
    </Sheet>
  )
}

interface FieldProps<F> {
  filter: F
  state: TableState
}

function FilterField({ filter, state }: FieldProps<TableFilter>) {
  if (filter.kind === 'choice') return <ChoiceField filter={filter} state={state} />
  if (filter.kind === 'days') return <DaysField filter={filter} state={state} />
  if (filter.kind === 'range') return <RangeField filter={filter} state={state} />
  return <FilterControl filter={filter} state={state} />
}

type Select = ChangeEvent<HTMLSelectElement>

function ChoiceField({ filter: { name, label, choices }, state }: FieldProps<ChoiceFilter>) {
  const { t } = useTranslation()
  return (
    <SelectInput
      label={label}
      value={state.search[name] ?? ''}
      data={[
        { value: '', label: t('filter.any') },
        ...choices.map(([value, text]) => ({ value, label: text })),
      ]}
      onChange={(event: Select) => state.change({ [name]: event.currentTarget.value || undefined })}
    />
  )
}

/** A range of days that was chosen on a larger screen stays selectable. */
function DaysField({ filter, state }: FieldProps<DaysFilter>) {
  const { t } = useTranslation()
  const { name, label, choices = [] } = filter
  const { value, text, isRange } = useDaysValue(filter, state)
  const set = (choice: string) => {
    if (choice !== 'range')
      state.change({ ...cleared({ [name]: DAYS }), ...daysPatch(name, choice || undefined) })
  }
  return (
    <SelectInput
      label={label}
      value={isRange ? 'range' : (value ?? '')}
      data={[
        { value: '', label: t('filter.any') },
        ...PERIODS.map(period => ({ value: period, label: t(`filter.days_${period}`) })),
        ...choices.map(([choice, name]) => ({ value: choice, label: name })),
        ...(isRange ? [{ value: 'range', label: text ?? '' }] : []),
      ]}
      onChange={(event: Select) => set(event.currentTarget.value)}
    />
  )
}

function RangeField({ filter, state }: FieldProps<RangeFilter>) {
  const { t } = useTranslation()
  const { name, label, presets } = filter
  const { preset, text, isOther } = useRangeValue(filter, state)
  return (
    <SelectInput
      label={label}
      value={isOther ? 'range' : (preset ?? '')}
      data={[
        { value: '', label: t('filter.any') },
        ...presets.map((choice, index) => ({ value: String(index), label: choice.label })),
        ...(isOther ? [{ value: 'range', label: text ?? '' }] : []),
      ]}
      onChange={({ currentTarget: { value } }: Select) => {
        if (value === 'range') return
        state.change(rangePatch(name, presets[value === '' ? -1 : Number(value)]))
      }}
    />
  )
}
