import { Outlet } from '@tanstack/react-router'
import { config } from '../../lib/config.ts'
import { Logo } from '../../ui/logo.tsx'
import { Scene } from '../../ui/scene.tsx'
import classes from './auth-layout.module.css'

/** Account pages: the form beside the illustration. */
export function AuthLayout() {
  return (
    <div className={classes.entry}>
      <main className={classes.form} tabIndex={-1}>
        <Logo size={40} label={config().appName} />
        <Outlet />
      </main>
      <Scene time="evening" className={classes.evening} />
    </div>
  )
}
