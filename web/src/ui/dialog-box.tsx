import { type ReactNode, useId, useMemo, useState } from 'react'
import classes from './dialog-box.module.css'
import { DialogContext } from './dialog-state.ts'
import { useModalDialog, useOutsidePress } from './modal-dialog.ts'

interface DialogBoxProps {
  opened: boolean
  /** Called on Esc and on a click outside the box. */
  onClose: () => void
  title: string
  /** `sheet` slides up from the bottom edge, `drawer` in from the start edge. */
  shape?: 'box' | 'sheet' | 'drawer'
  /** False while an action is running that cannot be interrupted. */
  dismissable?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A native modal dialog, which traps the focus and restores it. */
export function DialogBox(props: DialogBoxProps) {
  return props.opened ? <OpenDialog {...props} /> : null
}

function OpenDialog({
  onClose,
  title,
  shape = 'box',
  dismissable = true,
  className,
  children,
}: DialogBoxProps) {
  const dialog = useModalDialog()
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const canClose = dismissable && !isBusy
  const state = useMemo(() => ({ canClose, setBusy }), [canClose])
  const requestClose = () => canClose && onClose()
  const pressHandlers = useOutsidePress(requestClose)
  return (
    <dialog
      ref={dialog}
      className={`${classes.dialog} ${className ?? ''}`}
      data-shape={shape}
      tabIndex={-1}
      aria-labelledby={id}
      {...pressHandlers}
      onCancel={event => {
        event.preventDefault()
        // React bubbles `cancel` to outer dialogs; the browser does not.
        event.stopPropagation()
        requestClose()
      }}
    >
      <div className={classes.box}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <DialogContext value={state}>{children}</DialogContext>
      </div>
    </dialog>
  )
}
