import type { ComponentProps } from 'react'
import classes from './unread-badge.module.css'

interface UnreadBadgeProps extends Omit<ComponentProps<'span'>, 'children'> {
  count: number
}

/** How much is unread, as far as there is room; where it stands is up to what leads there. */
export const UnreadBadge = ({ count, className, ...props }: UnreadBadgeProps) =>
  count > 0 && (
    <span {...props} className={`${classes.badge} ${className}`}>
      {count > 99 ? '99+' : count}
    </span>
  )
