import { useRef, useState } from 'react'

/**
 * The open dialog of a page. A dialog whose call is answered after the user has closed it leaves
 * the one that was opened since.
 * @param onClosed called when the dialog closes
 * @param page identifies what the page shows; a dialog ends when the browser leads to another page
 */
export function useOpenDialog<Dialog extends object>(onClosed?: () => void, page = '') {
  const [opened, setOpened] = useState<{ dialog: Dialog; page: string } | null>(null)
  const isLeft = opened !== null && opened.page !== page
  // Forgets it, so that it does not reopen on the way back.
  if (isLeft) setOpened(null)
  const dialog = isLeft ? null : (opened?.dialog ?? null)
  const latest = useRef({ dialog, page })
  latest.current = { dialog, page }
  const setDialog = (next: Dialog | null): void => {
    // The page may have been left while the dialog was prepared.
    if (latest.current.page === page) setOpened(next && { dialog: next, page })
  }
  return {
    dialog,
    setDialog,
    /** Closes this dialog. */
    closeDialog: (): void => {
      if (latest.current.dialog !== dialog) return
      setDialog(null)
      onClosed?.()
    },
    /** Opens a dialog that follows from this one, for instance with the progress of its task. */
    continueWith: (next: Dialog): void => {
      const { dialog: current } = latest.current
      if (current === dialog || current === null) setDialog(next)
    },
  }
}
