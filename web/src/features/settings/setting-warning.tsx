import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './setting-warning.module.css'

/** Explains the consequences of a change before it is saved. */
export const SettingWarning = ({ children }: { children: ReactNode }) => (
  <div className={classes.warning} role="status">
    <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
    <div>{children}</div>
  </div>
)
