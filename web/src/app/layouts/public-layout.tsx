import { Outlet } from '@tanstack/react-router'
import { OpenHead } from './public-header.tsx'
import classes from './public-layout.module.css'

/** Pages for anyone: a plain head with the way in. */
export function OpenLayout() {
  return (
    <div className={classes.page}>
      <OpenHead />
      <main className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
