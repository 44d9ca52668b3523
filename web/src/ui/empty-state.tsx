import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'
import { Icon } from './icon.tsx'

interface EmptyStateProps {
  /** Decorative drawing or icon. */
  picture?: ReactNode
  title: string
  text?: string | undefined
  /** 1 when it fills the page. */
  level?: 1 | 2
  /** Actions, such as a button. */
  children?: ReactNode
}

interface StateIconProps {
  icon: LucideIcon
  /** For content that could not be loaded. */
  isDanger?: boolean
}

/** The icon of an empty or failed part of a page. Pages that are empty as a whole show a `Scene`. */
export const StateIcon = ({ icon, isDanger = false }: StateIconProps) => (
  <span className={classes.icon} data-danger={isDanger || undefined}>
    <Icon icon={icon} size={26} strokeWidth={1.6} />
  </span>
)

/** The state of an empty list or page: what belongs here and how to add it. */
export function EmptyState({ picture, title, text, level = 2, children }: EmptyStateProps) {
  const Title = `h${level}` as const
  return (
    <div className={classes.state}>
      {picture && <div className={classes.picture}>{picture}</div>}
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
