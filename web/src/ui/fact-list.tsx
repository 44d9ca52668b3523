import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './fact-list.module.css'

/** A list of things of an account, for example sessions or tokens. */
export const FactList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={classes.rows} aria-label={label}>
    {children}
  </ul>
)

interface FactRowProps {
  icon: LucideIcon
  name: string
  mark?: ReactNode
  facts: string
  /** Tooltip of the facts. */
  exact?: string
  /** Actions for this entry. */
  children?: ReactNode
}

export const FactRow = ({ icon: Icon, name, mark, facts, exact, children }: FactRowProps) => (
  <li className={classes.row}>
    <span className={classes.icon}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </span>
    <span className={classes.text}>
      <span className={classes.header}>
        <span className={classes.name}>{name}</span>
        {mark}
      </span>
      <span className={classes.facts} title={exact}>
        {facts}
      </span>
    </span>
    {children}
  </li>
)
