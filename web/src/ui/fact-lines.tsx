import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './fact-lines.module.css'

/** Things that somebody has, one below the other. */
export const FactLines = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={classes.lines} aria-label={label}>
    {children}
  </ul>
)

interface FactLineProps {
  icon: LucideIcon
  name: string
  mark?: ReactNode
  facts: string
  /** For those who point at the facts. */
  exact?: string
  /** What can be done with it. */
  children?: ReactNode
}

export const FactLine = ({ icon: Icon, name, mark, facts, exact, children }: FactLineProps) => (
  <li className={classes.line}>
    <span className={classes.icon}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </span>
    <span className={classes.words}>
      <span className={classes.head}>
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
