import type { CSSProperties } from 'react'
import classes from './pending.module.css'

/**
 * A placeholder. Not animated, because full screens of placeholders come and go while the user
 * scrolls.
 */
export const Pending = (style: Pick<CSSProperties, 'width' | 'height' | 'marginTop'>) => (
  <span className={classes.pending} style={style} />
)
