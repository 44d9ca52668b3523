import { Outlet } from '@tanstack/react-router'
import { OpenHead } from './open-head.tsx'
import classes from './open-layout.module.css'

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
