import { Button } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { CircleAlert, SearchX } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { EmptyState, StateIcon } from '../empty-state.tsx'
import type { MenuAction } from '../menu-entry.tsx'
import { useNarrowScreen } from '../screen.ts'
import classes from './admin-table.module.css'
import { SkeletonCards } from './skeleton-rows.tsx'
import { TableCards } from './table-cards.tsx'
import { TableFoot } from './table-foot.tsx'
import { TableGrid } from './table-grid.tsx'
import { TableTools } from './table-tools.tsx'
import type { TableEmpty, TableFilter, TableSelection } from './types.ts'
import { type RowOptions, type RowsQuery, useTableContent } from './use-table-content.ts'

const ActionMenu = lazy(async () => ({ default: (await import('../action-menu.tsx')).ActionMenu }))
const SelectionBar = lazy(async () => ({
  default: (await import('../selection-bar.tsx')).SelectionBar,
}))

export interface AdminTableProps<Row extends RowData> extends RowOptions<Row> {
  query: RowsQuery<Row>
  filters?: readonly TableFilter[]
  /** Actions for the selected rows; with a `button` name they are buttons of the bar. */
  bulkActions?: (selection: TableSelection) => readonly MenuAction[]
  /** Counts all found rows, if their total can be capped. */
  countFound?: () => Promise<number>
  /** Shown while there are no rows at all. */
  empty: TableEmpty
  /** The text below the title when no row matches. */
  nothingFound?: string
  /** How many rows were found, with their name, such as "3 plans"; undefined until that is known. */
  found: string | undefined
  /** The total of the matching rows, such as their storage. */
  sum?: ReactNode
}

/**
 * A list of the admin area: the server pages, sorts and filters, and the URL keeps the state.
 *
 * A page names its filters once, outside of the component, and gives the state's request to its
 * query, whose rows stay while the next ones load:
 *
 *     const FILTERS = { role: ['admin', 'user'], seen: 'days' } as const
 *     const ORDER = { sort: 'created_at', direction: 'desc' } as const
 *
 *     const state = useTableState(FILTERS, ORDER)
 *     const query = useQuery({ ...usersQuery(state.request), placeholderData: keepPreviousData })
 *     return (
 *       <TablePage title={t('admin.users')} state={state} searchLabel={…} actions={…} csv={exportUsers}>
 *         <AdminTable name="users" state={state} query={query} columns={…} filters={…} … />
 *       </TablePage>
 *     )
 *
 * The route keeps its search parameters with `validateSearch: tableSearch` in routes/admin.ts. Columns are memoised.
 */
export function AdminTable<Row extends RowData>(props: AdminTableProps<Row>) {
  const {
    query,
    filters = [],
    bulkActions,
    countFound,
    empty,
    nothingFound,
    found,
    sum,
    ...options
  } = props
  const isNarrow = useNarrowScreen()
  const content = useTableContent(options, query, {
    canSelect: bulkActions !== undefined,
    countFound,
  })
  const { rows, total, foundCount, selection, frame, isLoading, state } = content
  const bar = bulkActions && selection.count > 0 && (
    <Suspense>
      <SelectionBar
        count={selection.count}
        total={foundCount}
        actions={bulkActions(selection)}
        onClear={selection.clear}
        isNarrow={isNarrow}
      />
    </Suspense>
  )
  const instead = contentInsteadOfRows()
  function contentInsteadOfRows(): ReactNode {
    if (query.error && isLoading)
      return <TableFailure error={query.error} name={content.label} retry={query.refetch} />
    if (isLoading || rows.length > 0 || total > 0) return null
    if (state.filterCount > 0 || state.search.query)
      return <NothingFound text={nothingFound} onClear={state.clearFilters} />
    return <TableEmptyState {...empty} />
  }
  return (
    <div className={classes.root}>
      <TableTools
        state={state}
        filters={filters}
        columns={content.columns}
        isNarrow={isNarrow}
        bar={!isNarrow && bar}
      />
      <div ref={frame} className={classes.frame}>
        {isNarrow ? (
          <>
            {isLoading && !instead && <SkeletonCards hasAvatars={content.hasAvatars ?? false} />}
            {rows.length > 0 && <TableCards content={content} />}
            {instead}
          </>
        ) : (
          <TableGrid content={content} instead={instead} />
        )}
      </div>
      <TableFoot content={content} found={found} sum={sum} />
      {isNarrow && bar}
      {content.menu && options.rowMenu && (
        <Suspense>
          <ActionMenu
            at={content.menu.at}
            title={content.rowName(content.menu.row)}
            actions={options.rowMenu(content.menu.row)}
            isNarrow={isNarrow}
            onClose={content.closeMenu}
          />
        </Suspense>
      )}
    </div>
  )
}

const TableEmptyState = ({ icon, title, text, action }: TableEmpty) => (
  <EmptyState picture={<StateIcon icon={icon} />} title={title} text={text}>
    {action}
  </EmptyState>
)

function NothingFound({ text, onClear }: { text: string | undefined; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture={<StateIcon icon={SearchX} />}
      title={t('table.nothing')}
      text={text ?? t('table.nothing_text')}
    >
      <Button variant="default" onClick={onClear}>
        {t('filter.clear')}
      </Button>
    </EmptyState>
  )
}

interface TableFailureProps {
  error: unknown
  name: string
  retry: () => unknown
}

function TableFailure({ error, name, retry }: TableFailureProps) {
  const { t } = useTranslation()
  const message = error instanceof ApiError ? error.problem?.message : undefined
  return (
    <div role="alert">
      <EmptyState
        picture={<StateIcon icon={CircleAlert} isDanger />}
        title={t('table.failed', { name })}
        text={message ?? t('table.failed_text')}
      >
        <Button variant="default" onClick={() => void retry()}>
          {t('failure.again')}
        </Button>
      </EmptyState>
    </div>
  )
}
