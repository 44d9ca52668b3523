import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './admin-table.module.css'
import { PageButtons } from './page-buttons.tsx'
import type { TableContent } from './use-table-content.ts'

interface TableFootProps<Row extends RowData> {
  content: TableContent<Row>
  /** How many rows were found, with their name. */
  found: string | undefined
  /** Their total. */
  sum?: ReactNode
}

/** Found rows, their sum, pages, and the choice of everything found. */
export function TableFoot<Row extends RowData>({ content, found, sum }: TableFootProps<Row>) {
  const { t } = useTranslation()
  const { total, isCapped, selection, canSelect, isLoading } = content
  const canSelectFound = canSelect && total > 0 && !selection.isAll
  return (
    <footer className={classes.foot}>
      <p className={classes.found} role="status">
        {!isLoading && found}
        {!isLoading && sum && <span className={classes.sum}>{sum}</span>}
      </p>
      <PageButtons state={content.state} total={total} />
      {canSelectFound && total > content.rows.length && (
        <button type="button" className={classes.link} onClick={content.selectFound}>
          {isCapped ? t('table.select_all_found') : t('table.select_found', { count: total })}
        </button>
      )}
    </footer>
  )
}
