import { type ReactNode, useId } from 'react'
import classes from './settings-card.module.css'

interface SettingsCardProps {
  title: string
  text?: ReactNode
  /** At the end of the title, such as a switch or a status. */
  action?: ReactNode
  /** Beside the fields, such as a test of what they hold. */
  aside?: ReactNode
  children?: ReactNode
}

/** A group of settings. */
export function SettingsCard({ title, text, action, aside, children }: SettingsCardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.header}>
        <div className={classes.texts}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {action}
      </div>
      <div className={classes.body} data-aside={aside !== undefined || undefined}>
        <div className={classes.fields}>{children}</div>
        {aside}
      </div>
    </section>
  )
}

/** Fields side by side where there is space. */
export const SettingsRow = ({ children }: { children: ReactNode }) => (
  <div className={classes.row}>{children}</div>
)
