import type { RowData } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icon-button.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { OpenRow } from './open-row.tsx'
import { RowCheckbox } from './row-checkbox.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import classes from './table-grid.module.css'
import type { TableContent } from './use-table-content.ts'
import { useTableKeys } from './use-table-keys.ts'
import { CHECKBOX_WIDTH, EDGE_WIDTH, MENU_WIDTH, type TableModel } from './use-table-model.ts'

interface ContentProps<Row extends RowData> {
  content: TableContent<Row>
}

interface GridProps<Row extends RowData> extends ContentProps<Row> {
  /** Shown below the head instead of rows. */
  instead: ReactNode
}

/** The table on screens that are wide enough for columns. */
export function TableGrid<Row extends RowData>(props: GridProps<Row>) {
  const { content, instead } = props
  const { table, widths, label, isLoading, isOld, hasAvatars = false } = content
  const visible = table.getVisibleLeafColumns()
  return (
    <>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows can be selected and reached with the arrow keys.
        role="grid"
        className={classes.table}
        aria-label={label}
        aria-busy={isLoading || isOld}
        aria-multiselectable={content.canSelect || undefined}
        data-old={isOld || undefined}
        {...useTableKeys(content)}
      >
        <colgroup>
          <col style={{ width: content.canSelect ? CHECKBOX_WIDTH : EDGE_WIDTH }} />
          {visible.map(({ id }) => (
            <col key={id} style={{ width: widths[id] }} />
          ))}
          <col style={{ width: MENU_WIDTH }} />
        </colgroup>
        <TableHead content={content} />
        <tbody>
          {isLoading ? (
            <SkeletonRows columns={visible.length} hasAvatars={hasAvatars} />
          ) : (
            content.rows.length > 0 && <TableRows content={content} />
          )}
        </tbody>
      </table>
      {instead}
    </>
  )
}

function TableHead<Row extends RowData>({ content }: ContentProps<Row>) {
  const { t } = useTranslation()
  const { table } = content
  const [group] = table.getHeaderGroups()
  const hasRows = content.rows.length > 0
  const isOn = content.rows.map(row => content.isSelected(content.rowId(row)))
  const isAll = hasRows && !isOn.includes(false)
  const SelectCell = content.canSelect ? 'th' : 'td'
  return (
    <thead>
      <tr>
        {/* An empty header would name nothing. */}
        <SelectCell className={classes.select} {...(content.canSelect && { scope: 'col' })}>
          {content.canSelect && (
            <label className={classes.target}>
              <input
                type="checkbox"
                className={classes.checkbox}
                aria-label={t('table.select_page')}
                checked={isAll}
                disabled={!hasRows}
                ref={element => {
                  if (element) element.indeterminate = isOn.includes(true) && !isAll
                }}
                onChange={event => content.selectPage(event.currentTarget.checked)}
              />
            </label>
          )}
        </SelectCell>
        {group?.headers.map(header => (
          <HeadCell key={header.id} header={header} align={content.columnOf(header.id)?.align} />
        ))}
        <th scope="col" className={classes.menu}>
          <ColumnMenu table={table} columns={content.columns} />
        </th>
      </tr>
    </thead>
  )
}

type AnyHeader<Row extends RowData> = ReturnType<
  TableModel<Row>['getHeaderGroups']
>[number]['headers'][number]

interface HeadCellProps<Row extends RowData> {
  header: AnyHeader<Row>
  align: 'end' | undefined
}

function HeadCell<Row extends RowData>({ header, align }: HeadCellProps<Row>) {
  const { column } = header
  const sorted = column.getIsSorted()
  const label = String(column.columnDef.header)
  if (!column.getCanSort())
    return (
      <th scope="col" data-align={align}>
        {label}
      </th>
    )
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown
  const order = sorted === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" data-align={align} aria-sort={sorted ? order : 'none'}>
      <button
        type="button"
        className={classes.sort}
        data-on={sorted !== false || undefined}
        onClick={column.getToggleSortingHandler()}
      >
        {label}
        <Arrow size={14} strokeWidth={2} aria-hidden />
      </button>
    </th>
  )
}

function TableRows<Row extends RowData>({ content }: ContentProps<Row>) {
  const { t } = useTranslation()
  const { table, active, rowName, rowMenu, canSelect } = content
  return table.getRowModel().rows.map((row, index) => {
    const isActive = active === null ? index === 0 : row.id === active
    const tabIndex = isActive ? 0 : -1
    const [first, ...others] = row.getVisibleCells()
    return (
      <tr
        key={row.id}
        data-id={row.id}
        tabIndex={tabIndex}
        aria-selected={canSelect ? content.isSelected(row.id) : undefined}
        className={classes.row}
      >
        <td className={classes.select}>
          {canSelect && <RowCheckbox content={content} row={row.original} tabIndex={tabIndex} />}
        </td>
        {first && (
          <td>
            <OpenRow content={content} row={row.original}>
              <table.FlexRender cell={first} />
            </OpenRow>
          </td>
        )}
        {others.map(cell => (
          <td key={cell.id} data-align={content.columnOf(cell.column.id)?.align}>
            <table.FlexRender cell={cell} />
          </td>
        ))}
        <td className={classes.menu}>
          {rowMenu && (
            <IconButton
              icon={Ellipsis}
              size="small"
              tooltip="none"
              tabIndex={tabIndex}
              label={t('table.menu_of', { name: rowName(row.original) })}
              aria-haspopup="menu"
              onClick={event => content.openMenu(row.original, event.currentTarget)}
            />
          )}
        </td>
      </tr>
    )
  })
}
