import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './info-card.module.css'

interface InfoCardProps {
  label: string
  /** The heading, when it differs from the label. */
  title?: string
  icon?: LucideIcon
  /** At the end of the heading. */
  mark?: ReactNode
  children?: ReactNode
}

/** A card in the info panel of an item. */
export const InfoCard = ({ label, title, icon: Icon, mark, children }: InfoCardProps) => (
  <section className={classes.card} aria-label={label}>
    <header className={classes.header}>
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

/** A wide button, and next to it the buttons for the rest. */
export const InfoButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.buttons}>{children}</div>
)
