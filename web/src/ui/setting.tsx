import type { ReactNode } from 'react'
import classes from './setting.module.css'

interface SettingProps {
  /** The id of the element that carries the name, for the control to point at. */
  id: string
  title: string
  text: string
  children: ReactNode
}

/** One setting: what it is and does, and beside it the control. */
export function Setting({ id, title, text, children }: SettingProps) {
  return (
    <div className={classes.setting}>
      <div className={classes.words}>
        <h3 id={id} className={classes.title}>
          {title}
        </h3>
        <p className={classes.text}>{text}</p>
      </div>
      {children}
    </div>
  )
}

/** Settings one below the other. */
export const SettingCard = ({ label, children }: { label?: string; children: ReactNode }) => (
  <section className={classes.card} aria-label={label}>
    {children}
  </section>
)
