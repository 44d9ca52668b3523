import type { ReactNode } from 'react'
import classes from './page-head.module.css'

/** The line at the top of a page: its name, and at the end what can be done. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </header>
  )
}
