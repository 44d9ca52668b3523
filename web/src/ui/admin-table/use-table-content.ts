import type { LinkProps } from '@tanstack/react-router'
import type { RowData } from '@tanstack/react-table'
import { type RefObject, type SyntheticEvent, useEffect, useState } from 'react'
import type { MenuAction } from '../menu-entry.tsx'
import type { AdminCard, AdminColumn, TableSelection } from './types.ts'
import { useRowSelection } from './use-row-selection.ts'
import { type TableModel, useTableModel } from './use-table-model.ts'
import type { TableState } from './use-table-state.ts'

/** The options of a page for its rows. */
export interface RowOptions<Row extends RowData> {
  /** The accessible name of the table, also the name under which chosen columns are kept. */
  label: string
  name: string
  state: TableState
  columns: readonly AdminColumn<Row>[]
  rowId: (row: Row) => string
  /** The name of a row for assistive technology. */
  rowName: (row: Row) => string
  card: (row: Row) => AdminCard
  /** The page that a row opens, or the action of opening it. */
  rowLink?: (row: Row) => LinkProps
  onOpen?: (row: Row) => void
  rowMenu?: (row: Row) => readonly MenuAction[]
  /** Whether the first column begins with a picture. */
  hasAvatars?: boolean
}

/** The part of a TanStack Query result that the table uses. */
export interface RowsQuery<Row> {
  data:
    | { data: readonly Row[]; meta: { paginate: { total: number }; is_capped: boolean } }
    | undefined
  error: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

export interface OpenMenu<Row> {
  row: Row
  at: { x: number; y: number }
  trigger: HTMLElement
}

export interface TableContent<Row extends RowData> extends RowOptions<Row> {
  rows: readonly Row[]
  total: number
  /** Whether more rows match than `total` says. */
  isCapped: boolean
  /** The number of found rows: exact once all of them are selected, else `total`. */
  foundCount: number
  isLoading: boolean
  /** Whether the rows of the page before are shown. */
  isOld: boolean
  table: TableModel<Row>
  /** The element that scrolls. */
  frame: RefObject<HTMLDivElement | null>
  widths: Record<string, number>
  columnOf: (id: string) => AdminColumn<Row> | undefined
  canSelect: boolean
  selection: TableSelection
  isSelected: (id: string) => boolean
  /** Toggles a row; with the event of a checkbox, Shift selects the rows in between. */
  selectRow: (id: string, event?: SyntheticEvent) => void
  /** Adds rows of the page to the selection. */
  selectRows: (ids: readonly string[]) => void
  selectPage: (isSelected: boolean) => void
  /** Selects everything that the filters find. */
  selectFound: () => void
  /** The id of the row that Tab reaches. */
  active: string | null
  setActive: (id: string) => void
  menu: OpenMenu<Row> | null
  openMenu: (row: Row, trigger: HTMLElement) => void
  closeMenu: () => void
}

interface SelectionOptions {
  canSelect: boolean
  /** Counts all found rows, if their total can be capped. */
  countFound: (() => Promise<number>) | undefined
}

const NO_ROWS: readonly never[] = []

/** Combines the rows, their selection and the model of the table. */
export function useTableContent<Row extends RowData>(
  options: RowOptions<Row>,
  query: RowsQuery<Row>,
  { canSelect, countFound }: SelectionOptions,
): TableContent<Row> {
  const { name, state, columns, rowId } = options
  const rows: readonly Row[] = query.data?.data ?? NO_ROWS
  const total = query.data?.meta.paginate.total ?? 0
  const isCapped = query.data?.meta.is_capped ?? false
  const pageIds = rows.map(rowId)
  const { selected, setSelected, toggleExcept, ...rowSelection } = useRowSelection({
    state,
    pageIds,
    total,
    countFound: isCapped ? countFound : undefined,
  })
  const [active, setActive] = useState<string | null>(null)
  const [menu, setMenu] = useState<OpenMenu<Row> | null>(null)
  const model = useTableModel({
    name,
    state,
    columns,
    rows,
    rowId,
    selected,
    onSelect: setSelected,
  })
  useLastPage(state, query, rows.length)
  return {
    ...options,
    ...model,
    rows,
    total,
    isCapped,
    isLoading: query.data === undefined,
    isOld: query.isPlaceholderData,
    columnOf: id => columns.find(column => column.id === id),
    canSelect,
    ...rowSelection,
    selectRow: (id, event) => {
      if (rowSelection.selection.isAll) toggleExcept(id)
      else if (event) model.table.getRow(id).getToggleSelectedHandler()(event)
      else model.table.getRow(id).toggleSelected()
    },
    active: active !== null && pageIds.includes(active) ? active : null,
    setActive,
    menu,
    openMenu: (row, trigger) => {
      const { left, bottom } = trigger.getBoundingClientRect()
      setMenu({ row, trigger, at: { x: left, y: bottom + 2 } })
    },
    closeMenu: () => {
      menu?.trigger.focus()
      setMenu(null)
    },
  }
}

/** Goes to the last page when the rows of a later one were removed. */
function useLastPage<Row>({ request, change }: TableState, query: RowsQuery<Row>, count: number) {
  const { page, per_page } = request
  const total = query.data?.meta.paginate.total ?? 0
  const isBeyond = count === 0 && total > 0 && page > 1 && !query.isPlaceholderData
  useEffect(() => {
    if (isBeyond) change({ page: Math.ceil(total / per_page) }, { replace: true })
  }, [isBeyond, total, per_page, change])
}
