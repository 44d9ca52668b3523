import classes from '../../ui/admin-table/admin-table.module.css'
import { PageButtons } from '../../ui/admin-table/page-buttons.tsx'
import type { TableState } from '../../ui/admin-table/use-table-state.ts'

interface PageFootProps {
  state: TableState
  total: number
  /** How many were found, with their name. */
  found: string
}

/** The foot of a list with pages that is not a table. */
export const PageFoot = ({ state, total, found }: PageFootProps) => (
  <footer className={classes.foot}>
    <p className={classes.found} role="status">
      {found}
    </p>
    <PageButtons state={state} total={total} />
  </footer>
)
