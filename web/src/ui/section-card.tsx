import { type ReactNode, useId } from 'react'
import classes from './section-card.module.css'

interface SectionCardProps {
  title: string
  /** Beside the title: how it stands. */
  mark?: ReactNode
  text?: string
  action?: ReactNode
  children?: ReactNode
}

/** One subject of a page of settings. */
export function SectionCard({ title, mark, text, action, children }: SectionCardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.words}>
          <div className={classes.line}>
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
