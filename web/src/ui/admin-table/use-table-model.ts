import {
  type ColumnDef,
  columnVisibilityFeature,
  functionalUpdate,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { chosenColumns } from './chosen-columns.ts'
import { fitColumns } from './fit-columns.ts'
import type { AdminColumn } from './types.ts'
import type { TableState } from './use-table-state.ts'

/** The server pages, sorts and filters, so there are no row models. */
const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
})

/** Width in px of the columns with the checkbox and the menu, and of the margins. */
export const CHECKBOX_WIDTH = 44
/** Width in px of the empty column that replaces the one with the checkbox. */
export const EDGE_WIDTH = 12
export const MENU_WIDTH = 60

interface ModelOptions<Row extends RowData> {
  /** The name under which the chosen columns are kept. */
  name: string
  state: TableState
  columns: readonly AdminColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  selected: RowSelectionState
  onSelect: (selected: RowSelectionState) => void
}

/** Connects TanStack Table to the state in the URL. */
export function useTableModel<Row extends RowData>(options: ModelOptions<Row>) {
  const { name, state, columns, rows, rowId, selected, onSelect } = options
  const { sort, direction } = state.request
  const [frame, width] = useWidth()
  const chosen = useStore(chosenColumns(name))
  const visible = visibleColumns(columns, chosen, width)
  const definitions = useMemo(() => columns.map(definitionOf), [columns])
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: {
      sorting: [{ id: sort, desc: direction === 'desc' }],
      rowSelection: selected,
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, visible.includes(id)])),
    },
    onSortingChange: updater => {
      const [first] = functionalUpdate(updater, [{ id: sort, desc: direction === 'desc' }])
      if (first) state.change({ sort: first.id, direction: first.desc ? 'desc' : 'asc' })
    },
    onRowSelectionChange: updater => onSelect(functionalUpdate(updater, selected)),
    onColumnVisibilityChange: updater =>
      chosenColumns(name).set({
        ...chosen,
        ...changesOf(table.state.columnVisibility, updater),
      }),
  })
  const widths = widthsOf(
    columns.filter(({ id }) => visible.includes(id)),
    width,
  )
  return { table, frame, widths }
}

export type TableModel<Row extends RowData> = ReturnType<typeof useTableModel<Row>>['table']
type Definition<Row extends RowData> = ColumnDef<typeof features, Row, unknown>

const definitionOf = <Row extends RowData>(column: AdminColumn<Row>): Definition<Row> => ({
  id: column.id,
  header: column.label,
  // Only columns with an accessor can be sorted; the server sorts by its own values.
  accessorFn: row => row,
  cell: ({ row }) => column.cell(row.original),
  enableSorting: column.sort !== undefined,
  sortDescFirst: column.sort === 'desc',
})

type Visibility = Record<string, boolean>
type Updater = Visibility | ((before: Visibility) => Visibility)

/** Only the columns that the user has switched, so that the others still follow the width. */
function changesOf(before: Visibility, updater: Updater): Visibility {
  const after = functionalUpdate(updater, before)
  return Object.fromEntries(Object.entries(after).filter(([id, value]) => before[id] !== value))
}

function visibleColumns<Row>(
  columns: readonly AdminColumn<Row>[],
  chosen: Visibility,
  width: number,
): string[] {
  const [first] = columns
  const wanted = columns.filter(
    column => column === first || (chosen[column.id] ?? !column.isOptional),
  )
  // Before the first measurement, and when columns were added by hand, the table scrolls.
  if (width === 0) return wanted.map(({ id }) => id)
  const fitting = fitColumns(wanted, width)
  return wanted.filter(({ id }) => fitting.includes(id) || chosen[id] === true).map(({ id }) => id)
}

/** Distributes the width that is left. @returns px by column */
function widthsOf<Row>(columns: readonly AdminColumn<Row>[], available: number) {
  const needed = columns.reduce((sum, column) => sum + column.width, 0)
  const shares = columns.reduce((sum, column) => sum + (column.grow ?? 1), 0)
  const spare = Math.max(0, available - needed)
  return Object.fromEntries(
    columns.map(({ id, width, grow = 1 }) => [
      id,
      width + (shares > 0 ? (spare * grow) / shares : 0),
    ]),
  )
}

/** Measures the space for columns before the first paint and on every resize. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setWidth(Math.max(0, element.clientWidth - CHECKBOX_WIDTH - MENU_WIDTH))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, width] as const
}
