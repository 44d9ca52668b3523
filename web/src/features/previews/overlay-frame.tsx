import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { useModalDialog } from '../../ui/modal-dialog.ts'
import classes from './preview-overlay.module.css'

interface OverlayFrameProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** A dark overlay over the page with a bar at the top and the content below. */
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
        // Closes only this overlay: React would also notify an overlay around it.
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}

export const ContentLoader = () => (
  <div className={classes.waiting}>
    <Loader color="gray" size="md" />
  </div>
)
