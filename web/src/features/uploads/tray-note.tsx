import { type LucideIcon, X } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './tray-note.module.css'

interface TrayNoteProps {
  icon: LucideIcon
  title: string
  text?: string
  action: string
  onAction: () => void
  dismiss?: string | undefined
  onDismiss?: () => void
  danger?: boolean
}

/** A notice in the tray with an action. */
export function TrayNote({ icon: Icon, title, text, danger, ...props }: TrayNoteProps) {
  return (
    <div className={classes.note} data-danger={danger || undefined}>
      <Icon size={18} strokeWidth={1.75} aria-hidden className={classes.icon} />
      <p className={classes.texts}>
        <strong>{title}</strong> {text && <span>{text}</span>}
      </p>
      <button type="button" className={classes.action} onClick={props.onAction}>
        {props.action}
      </button>
      {props.dismiss && props.onDismiss && (
        <IconButton
          icon={X}
          label={props.dismiss}
          size="small"
          tooltip="top"
          onClick={props.onDismiss}
        />
      )}
    </div>
  )
}
