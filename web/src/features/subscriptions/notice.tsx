import { CircleCheck, Clock, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './subscriptions.module.css'

const ICONS = { good: CircleCheck, waiting: Clock, warn: TriangleAlert } satisfies Record<
  string,
  LucideIcon
>

interface NoticeProps {
  kind: keyof typeof ICONS
  role: 'status' | 'alert'
  children: ReactNode
}

/** What has become of a payment. */
export function Notice({ kind, role, children }: NoticeProps) {
  const Icon = ICONS[kind]
  return (
    <p className={classes.notice} data-kind={kind} role={role}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
