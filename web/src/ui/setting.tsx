import type { ReactNode } from 'react'
import classes from './setting.module.css'

interface SettingProps {
  /** Id of the title, for the control's `aria-labelledby`. */
  id: string
  title: string
  text: string
  children: ReactNode
}

/** A setting with its description and control. */
export function Setting({ id, title, text, children }: SettingProps) {
  return (
    <div className={classes.setting}>
      <div className={classes.texts}>
        <h3 id={id} className={classes.title}>
          {title}
        </h3>
        <p className={classes.text}>{text}</p>
      </div>
      {children}
    </div>
  )
}

/** A card of settings. */
export const SettingCard = ({ label, children }: { label?: string; children: ReactNode }) => (
  <section className={classes.card} aria-label={label}>
    {children}
  </section>
)
