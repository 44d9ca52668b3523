export type ToastSide = 'bottom' | 'top' | 'start'

/** The height of a toast of two lines, with its distance from the edge. */
const ROOM = 88
/** The width of a narrow toast, with its distance from the edge. */
const ROOM_BESIDE = 340

/**
 * Where a toast does not cover the dialog that is open: below it, above it or beside it. A dialog that
 * fills the screen, such as a preview, has room of its own at the bottom.
 *
 * @returns null where there is no room: the toast waits until the dialog is closed
 */
export function sideBeside(
  dialog: Pick<DOMRect, 'top' | 'bottom' | 'left'> | undefined,
  screenHeight: number,
): ToastSide | null {
  if (!dialog || (dialog.top <= 0 && dialog.bottom >= screenHeight)) return 'bottom'
  if (screenHeight - dialog.bottom >= ROOM) return 'bottom'
  if (dialog.top >= ROOM) return 'top'
  return dialog.left >= ROOM_BESIDE ? 'start' : null
}
