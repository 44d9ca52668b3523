import type { TranslationKey } from '@coffer/contract'
import type { TrashSortField } from '@coffer/contract/trash'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TrashOrder } from './browse.api.ts'
import { asColumn, asRow, asRows } from './grid-roles.ts'
import classes from './list-head.module.css'

export interface ListColumn {
  label: TranslationKey
  /** The sort field, if the column is sortable. */
  sort?: TrashSortField
}

interface ListHeadProps {
  order: TrashOrder
  onSort: ((sort: TrashSortField) => void) | undefined
  /** The label of the date column. */
  dateLabel: string
  /** Whether the server can sort by this date. */
  isDateSortable: boolean
  /** Columns that replace size, owner and date. */
  details: readonly ListColumn[] | undefined
}

/** The header row of a list. Sortable columns are buttons. */
export function ListHead({ details, ...props }: ListHeadProps) {
  const { t } = useTranslation()
  const { order, onSort } = props
  return (
    <div {...asRows()} className={classes.root}>
      <div {...asRow({ 'aria-rowindex': 1 })} className={classes.head}>
        <Column sort="name" label={t('files.name')} order={order} onSort={onSort} />
        {details ? (
          details.map(({ label, sort }) => (
            <Column key={label} {...props} sort={sort} label={t(label)} />
          ))
        ) : (
          <DefaultColumns {...props} />
        )}
      </div>
    </div>
  )
}

function DefaultColumns({ dateLabel, isDateSortable, ...sorting }: Omit<ListHeadProps, 'details'>) {
  const { t } = useTranslation()
  return (
    <>
      <Column sort="size" label={t('files.size')} {...sorting} />
      <div {...asColumn()} className={classes.owner}>
        {t('files.owner')}
      </div>
      {isDateSortable ? (
        <Column sort="updated_at" label={dateLabel} {...sorting} />
      ) : (
        <div {...asColumn()}>{dateLabel}</div>
      )}
    </>
  )
}

interface ColumnProps {
  sort: TrashSortField | undefined
  label: string
  order: TrashOrder
  onSort: ((sort: TrashSortField) => void) | undefined
}

function Column({ sort, label, order, onSort }: ColumnProps) {
  if (!onSort || !sort) return <div {...asColumn()}>{label}</div>
  const isSorted = order.sort === sort
  const Arrow = order.direction === 'ASC' ? ArrowUp : ArrowDown
  const direction = order.direction === 'ASC' ? 'ascending' : 'descending'
  return (
    <div {...asColumn({ 'aria-sort': isSorted ? direction : 'none' })}>
      <button type="button" className={classes.sort} onClick={() => onSort(sort)}>
        {label}
        {isSorted && <Arrow size={13} strokeWidth={2} aria-hidden />}
      </button>
    </div>
  )
}
