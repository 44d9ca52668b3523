import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  /** A drawing or an icon; the words say it all. */
  picture?: ReactNode
  title: string
  text?: string | undefined
  /** 1 where it is the whole page. */
  level?: 1 | 2
  /** What can be done about it. */
  children?: ReactNode
}

/** Empty places teach: what belongs here and how it gets here. */
export function EmptyState({ picture, title, text, level = 2, children }: EmptyStateProps) {
  const Title = `h${level}` as const
  return (
    <div className={classes.place}>
      {picture && <div className={classes.picture}>{picture}</div>}
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
