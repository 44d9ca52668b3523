import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../icon-button.tsx'
import classes from './admin-table.module.css'
import type { TableState } from './use-table-state.ts'

interface PageButtonsProps {
  state: TableState
  /** How many rows match. */
  total: number
}

/** The shown rows, and buttons for the pages before and after them; absent with one page. */
export function PageButtons({ state, total }: PageButtonsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { page, per_page } = state.request
  if (total <= per_page && page === 1) return null
  const first = (page - 1) * per_page + 1
  const last = Math.min(total, page * per_page)
  return (
    <nav className={classes.pages} aria-label={t('table.pages')}>
      <IconButton
        icon={ChevronLeft}
        size="small"
        tooltip="top"
        label={t('table.previous')}
        disabled={page === 1}
        onClick={() => state.change({ page: page - 1 })}
      />
      <span className={classes.position}>
        {t('table.position', { first: number(first), last: number(last) })}
      </span>
      <IconButton
        icon={ChevronRight}
        size="small"
        tooltip="top"
        label={t('table.next')}
        disabled={last >= total}
        onClick={() => state.change({ page: page + 1 })}
      />
    </nav>
  )
}
