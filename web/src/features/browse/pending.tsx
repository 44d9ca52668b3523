import type { CSSProperties } from 'react'
import classes from './pending.module.css'

/** Stands where something will be; plain, as whole screens of it come and go while someone scrolls. */
export const Pending = (style: Pick<CSSProperties, 'width' | 'height' | 'marginTop'>) => (
  <span className={classes.pending} style={style} />
)
