import { Outlet } from '@tanstack/react-router'
import { PublicHeader } from './public-header.tsx'
import classes from './public-layout.module.css'

/** The layout of public pages. */
export function PublicLayout() {
  return (
    <div className={classes.page}>
      <PublicHeader />
      <main className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
