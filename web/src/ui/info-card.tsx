import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './info-card.module.css'

interface InfoCardProps {
  label: string
  /** What it is called in its head, where that is not its label. */
  title?: string
  icon?: LucideIcon
  /** At the end of the head. */
  mark?: ReactNode
  children?: ReactNode
}

/** One more thing that is known of an item, beside it. */
export const InfoCard = ({ label, title, icon: Icon, mark, children }: InfoCardProps) => (
  <section className={classes.card} aria-label={label}>
    <header className={classes.head}>
      {Icon && <Icon size={17} strokeWidth={1.75} aria-hidden />}
      <h3>{title ?? label}</h3>
      {mark}
    </header>
    {children}
  </section>
)

export const InfoFacts = ({ children }: { children: ReactNode }) => (
  <p className={classes.facts}>{children}</p>
)

/** A wide button, and beside it what leads to the rest. */
export const InfoButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.buttons}>{children}</div>
)
