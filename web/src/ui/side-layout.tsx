import type { ReactNode } from 'react'
import classes from './side-layout.module.css'

interface SideLayoutProps {
  children: ReactNode
  /** An `aside`; nothing where there is nothing to show beside the content. */
  side: ReactNode
  below: ReactNode
}

/** Content with a column beside it. On narrow screens the column stands between the content and the rest. */
export const SideLayout = ({ children, side, below }: SideLayoutProps) => (
  <div className={classes.layout}>
    <div className={classes.part}>{children}</div>
    {side}
    <div className={classes.part}>{below}</div>
  </div>
)
