import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

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
