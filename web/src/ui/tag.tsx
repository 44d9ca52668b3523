import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** A short status label. */
export const Tag = ({ quiet, children }: { quiet?: boolean; children: ReactNode }) => (
  <span className={classes.tag} data-quiet={quiet || undefined}>
    {children}
  </span>
)
