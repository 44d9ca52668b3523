import { type ReactNode, useId } from 'react'
import classes from './dialog-box.module.css'
import { useModalDialog, useOutsidePress } from './modal-dialog.ts'

interface DialogBoxProps {
  opened: boolean
  /** Asked for by Esc and by a click outside the box. */
  onClose: () => void
  title: string
  /** `sheet` slides up from the lower edge of a phone, `drawer` in from where lines begin. */
  shape?: 'box' | 'sheet' | 'drawer'
  /** False while something is under way that can't be left. */
  dismissable?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The browser's own modal dialog, which keeps the focus inside and gives it back. */
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
  const ask = () => dismissable && onClose()
  const outside = useOutsidePress(ask)
  return (
    <dialog
      ref={dialog}
      className={`${classes.dialog} ${className ?? ''}`}
      data-shape={shape}
      tabIndex={-1}
      aria-labelledby={id}
      {...outside}
      onCancel={event => {
        event.preventDefault()
        // React tells those around it as well, which the browser does not.
        event.stopPropagation()
        ask()
      }}
    >
      <div className={classes.box}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}
