export type ToastSide = 'bottom' | 'top' | 'start'

/** Height in px of a toast with two lines, including its margin. */
const TOAST_HEIGHT = 88
/** Width in px of a narrow toast, including its margin. */
const TOAST_WIDTH = 340

/**
 * Returns the side on which a toast does not cover the open dialog. A dialog that fills the screen,
 * such as a preview, has space at its bottom.
 * @returns null when there is no space: the toast waits until the dialog is closed
 */
export function sideBeside(
  dialog: Pick<DOMRect, 'top' | 'bottom' | 'left'> | undefined,
  screenHeight: number,
): ToastSide | null {
  if (!dialog || (dialog.top <= 0 && dialog.bottom >= screenHeight)) return 'bottom'
  if (screenHeight - dialog.bottom >= TOAST_HEIGHT) return 'bottom'
  if (dialog.top >= TOAST_HEIGHT) return 'top'
  return dialog.left >= TOAST_WIDTH ? 'start' : null
}
