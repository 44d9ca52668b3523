import type { ReactNode } from 'react'
import classes from './link-frame.module.css'
import { OpenHead } from './open-head.tsx'

/** Around what a link leads to: that scrolls below the head. */
export const LinkFrame = ({ children }: { children: ReactNode }) => (
  <div className={classes.page}>
    <OpenHead />
    <main className={classes.main} tabIndex={-1}>
      {children}
    </main>
  </div>
)
