type Confirm = () => Promise<boolean>

const guards = new Set<Confirm>()

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
