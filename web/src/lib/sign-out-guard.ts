type Confirm = () => Promise<boolean>

const guards = new Set<Confirm>()
let isLeaving = false

/**
 * Registers a confirmation that is asked before signing out.
 * @returns a function that removes it
 */
export function guardSignOut(confirm: Confirm): () => void {
  guards.add(confirm)
  return () => guards.delete(confirm)
}

/** Whether all guards agree to the sign-out. */
export async function canSignOut(): Promise<boolean> {
  for (const confirm of guards) if (!(await confirm())) return false
  return true
}

/** Whether the browser is to ask before the page is left; not during a sign-out that is agreed to. */
export const warnsBeforeUnload = (): boolean => !isLeaving

/** Leaves the page without a prompt of the browser, after all guards have agreed. */
export async function leaveWithoutPrompt(leave: () => Promise<void>): Promise<void> {
  isLeaving = true
  try {
    await leave()
  } finally {
    isLeaving = false
  }
}
