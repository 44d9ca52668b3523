type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/**
 * Registers the dialog in which the user confirms who they are.
 * @param dialog resolves with false if the user cancels
 * @returns a function that removes it; a question that is still open then is answered with no
 */
export function onConfirmIdentity(dialog: Ask): () => void {
  const removal = Promise.withResolvers<false>()
  const askUntilRemoved = () => Promise.race([dialog(), removal.promise])
  ask = askUntilRemoved
  return () => {
    removal.resolve(false)
    if (ask === askUntilRemoved) ask = null
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
