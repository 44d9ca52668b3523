import { useRef, useState } from 'react'

/**
 * The open dialog of a page. A dialog whose call is answered after the user has closed it leaves
 * the one that was opened since.
 * @param onClosed called when the dialog closes
 */
export function useOpenDialog<Dialog extends object>(onClosed?: () => void) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const latest = useRef(dialog)
  latest.current = dialog
  return {
    dialog,
    setDialog,
    /** Closes this dialog. */
    closeDialog: (): void => {
      if (latest.current !== dialog) return
      setDialog(null)
      onClosed?.()
    },
    /** Opens a dialog that follows from this one, for instance with the progress of its task. */
    continueWith: (next: Dialog): void => {
      if (latest.current === dialog || latest.current === null) setDialog(next)
    },
  }
}
