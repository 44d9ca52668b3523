import type { RowData } from '@tanstack/react-table'
import { useTranslation } from 'react-i18next'
import classes from './table-grid.module.css'
import type { TableContent } from './use-table-content.ts'

interface RowCheckboxProps<Row extends RowData> {
  content: TableContent<Row>
  row: Row
  tabIndex?: number
}

/** Selects a row; the padding around the checkbox is clickable too. */
export function RowCheckbox<Row extends RowData>({
  content,
  row,
  tabIndex,
}: RowCheckboxProps<Row>) {
  const { t } = useTranslation()
  const id = content.rowId(row)
  return (
    <label className={classes.target}>
      <input
        type="checkbox"
        className={classes.checkbox}
        tabIndex={tabIndex}
        aria-label={t('table.select_row', { name: content.rowName(row) })}
        checked={content.isSelected(id)}
        onChange={event => content.selectRow(id, event)}
      />
    </label>
  )
}
