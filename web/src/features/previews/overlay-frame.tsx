import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { useModalDialog } from '../../ui/modal-dialog.ts'
import classes from './preview-overlay.module.css'

interface OverlayFrameProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** Dark and over the whole page: a bar at the head, and below it what is looked at. */
export function OverlayFrame({ label, onClose, children }: OverlayFrameProps) {
  const dialog = useModalDialog()
  return (
    <dialog
      ref={dialog}
      className={classes.overlay}
      aria-label={label}
      data-mantine-color-scheme="dark"
      onCancel={event => {
        event.preventDefault()
        // Over another one it closes alone: React tells those around it as well.
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}

export const Waiting = () => (
  <div className={classes.waiting}>
    <Loader color="gray" size="md" />
  </div>
)
