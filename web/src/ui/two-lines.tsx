import type { ReactNode } from 'react'
import classes from './two-lines.module.css'

interface TwoLinesProps {
  name: ReactNode
  note?: ReactNode
}

/** What something is called, and below it one thing more; what is too long ends in dots. */
export const TwoLines = ({ name, note }: TwoLinesProps) => (
  <span className={classes.lines}>
    <span className={classes.name}>{name}</span>
    {note && <span className={classes.note}>{note}</span>}
  </span>
)
