import type { ReactNode } from 'react'
import classes from './two-line-text.module.css'

interface TwoLinesProps {
  name: ReactNode
  note?: ReactNode
}

/** A name with a second line below it; long text is truncated. */
export const TwoLineText = ({ name, note }: TwoLinesProps) => (
  <span className={classes.rows}>
    <span className={classes.name}>{name}</span>
    {note && <span className={classes.note}>{note}</span>}
  </span>
)
