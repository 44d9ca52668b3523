import type { ReactNode } from 'react'
import classes from './workspace.module.css'

interface WorkspaceProps {
  /** The info panel's content; left out, the panel is closed. */
  info?: ReactNode
  /** What the info panel is called for those who listen. */
  infoLabel: string
  children: ReactNode
}

/** A page's content, with the info panel at its side where the screen is wide enough. */
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
