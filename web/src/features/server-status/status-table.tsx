import type { ReactNode } from 'react'
import classes from './server-status.module.css'

interface StatusTableProps<Row> {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly { label: string; cell: (row: Row) => ReactNode; isNumber?: boolean }[]
}

/** A short table inside a card. On phones each row is a block of labelled values. */
export const StatusTable = <Row,>({ label, rows, rowKey, columns }: StatusTableProps<Row>) => (
  <table className={classes.table} aria-label={label}>
    <thead>
      <tr>
        {columns.map(column => (
          <th key={column.label} scope="col" data-number={column.isNumber || undefined}>
            {column.label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(row => (
        <tr key={rowKey(row)}>
          {columns.map(column => (
            <td
              key={column.label}
              data-label={column.label}
              data-number={column.isNumber || undefined}
            >
              {column.cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
