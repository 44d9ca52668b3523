import { Button } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './admin-table.module.css'
import { FilterControl } from './filter-controls.tsx'
import type { AdminColumn, TableFilter } from './types.ts'
import type { TableState } from './use-table-state.ts'

const FilterSheet = lazy(async () => ({
  default: (await import('./filter-sheet.tsx')).FilterSheet,
}))

interface TableToolsProps<Row> {
  state: TableState
  filters: readonly TableFilter[]
  columns: readonly AdminColumn<Row>[]
  isNarrow: boolean
  /** The bar with the actions for the selection. */
  bar: ReactNode
}

/** Filter chips, and at their end the actions for the selection. Phones have a sheet instead. */
export function TableTools<Row>({ state, filters, columns, isNarrow, bar }: TableToolsProps<Row>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (isNarrow) {
    const isSorted = columns.some(({ sort }) => sort)
    if (filters.length === 0 && !isSorted) return null
    return (
      <div className={classes.tools}>
        <Button
          variant="default"
          className={classes.filterButton}
          leftSection={<SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {state.filterCount > 0
            ? t('table.filters_on', { count: state.filterCount })
            : t('table.filter_and_sort')}
        </Button>
        <Suspense>
          {isOpen && (
            <FilterSheet
              state={state}
              filters={filters}
              columns={columns as readonly AdminColumn<unknown>[]}
              onClose={() => setOpen(false)}
            />
          )}
        </Suspense>
      </div>
    )
  }
  if (filters.length === 0 && !bar) return null
  return (
    <div className={classes.tools}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form's. */}
      <div className={classes.chips} role="group" aria-label={t('filter.title')}>
        {filters.map(filter => (
          <FilterControl key={filter.name} filter={filter} state={state} />
        ))}
      </div>
      {bar && <div className={classes.bar}>{bar}</div>}
    </div>
  )
}
