import type { TranslationKey } from '@coffer/contract'
import type { TrashSortField } from '@coffer/contract/trash'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TrashOrder } from './browse.api.ts'
import { asColumn, asRow, asRows } from './grid-roles.ts'
import classes from './list-head.module.css'

export interface ListColumn {
  label: TranslationKey
  /** What it can be sorted by. */
  sort?: TrashSortField
}

interface ListHeadProps {
  order: TrashOrder
  onSort: ((sort: TrashSortField) => void) | undefined
  /** The last column's name: when something was changed, or removed. */
  dateLabel: string
  /** The server doesn't sort by the day of removal. */
  isDateSortable: boolean
  /** The other columns, where they are not size, owner and day. */
  details: readonly ListColumn[] | undefined
}

/** The names of the columns. Those that can be sorted by are buttons. */
export function ListHead({ details, ...props }: ListHeadProps) {
  const { t } = useTranslation()
  const { order, onSort } = props
  return (
    <div {...asRows()} className={classes.place}>
      <div {...asRow({ 'aria-rowindex': 1 })} className={classes.head}>
        <Column sort="name" label={t('files.name')} order={order} onSort={onSort} />
        {details ? (
          details.map(({ label, sort }) => (
            <Column key={label} {...props} sort={sort} label={t(label)} />
          ))
        ) : (
          <Usual {...props} />
        )}
      </div>
    </div>
  )
}

function Usual({ dateLabel, isDateSortable, ...sorting }: Omit<ListHeadProps, 'details'>) {
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
