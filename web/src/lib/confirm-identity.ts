type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/**
 * Registers the dialog in which the user confirms who they are.
 * @param dialog resolves with false if the user cancels
 * @returns a function that removes it
 */
export function onConfirmIdentity(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = null
  }
}

/** Asks the user to confirm who they are; calls that are refused together share one dialog. */
export async function confirmIdentity(): Promise<boolean> {
  if (!ask) return false
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}
