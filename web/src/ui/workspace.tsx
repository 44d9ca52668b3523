import type { ReactNode } from 'react'
import classes from './workspace.module.css'

interface WorkspaceProps {
  /** The content of the info panel; without it the panel is closed. */
  info?: ReactNode
  /** Accessible name of the info panel. */
  infoLabel: string
  children: ReactNode
}

/** The content of a page, with the info panel at its side on wide screens. */
export function Workspace({ info, infoLabel, children }: WorkspaceProps) {
  return (
    <div className={classes.workspace}>
      <div className={classes.content}>{children}</div>
      {info && (
        <aside className={classes.info} aria-label={infoLabel}>
          {info}
        </aside>
      )}
    </div>
  )
}
