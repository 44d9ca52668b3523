import { type ReactNode, useId } from 'react'
import classes from './section-card.module.css'

interface SectionCardProps {
  title: string
  /** A status next to the title. */
  mark?: ReactNode
  text?: string
  action?: ReactNode
  children?: ReactNode
}

/** A card on a settings page. */
export function SectionCard({ title, mark, text, action, children }: SectionCardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.header}>
        <div className={classes.texts}>
          <div className={classes.row}>
            <h2 id={id} className={classes.title}>
              {title}
            </h2>
            {mark}
          </div>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {action && <div className={classes.action}>{action}</div>}
      </div>
      {children}
    </section>
  )
}
