import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './panel-link.module.css'

interface PanelEntryProps extends ComponentPropsWithRef<'a'> {
  icon: LucideIcon
  /** A count, or actions for the entry. */
  aside?: ReactNode
}

function PanelEntry({ icon: Icon, aside, children, ...props }: PanelEntryProps) {
  return (
    <a {...props} className={classes.entry}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className={classes.name}>{children}</span>
      {aside !== undefined && <span className={classes.aside}>{aside}</span>}
    </a>
  )
}

/** A link in the panel. The router marks the current one (`aria-current="page"`). */
export const PanelLink = createLink(PanelEntry)

/** A group of links under a small heading. */
export function PanelGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={classes.group}>
      {title && <h2 className={classes.heading}>{title}</h2>}
      {children}
    </div>
  )
}
