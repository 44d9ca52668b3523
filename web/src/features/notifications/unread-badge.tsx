import type { ComponentProps } from 'react'
import classes from './unread-badge.module.css'

interface UnreadBadgeProps extends Omit<ComponentProps<'span'>, 'children'> {
  count: number
}

/** The number of unread notifications, at most 99+; the parent positions it. */
export const UnreadBadge = ({ count, className, ...props }: UnreadBadgeProps) =>
  count > 0 && (
    <span {...props} className={`${classes.badge} ${className}`}>
      {count > 99 ? '99+' : count}
    </span>
  )
