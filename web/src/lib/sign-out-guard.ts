type Ask = () => Promise<boolean>

const guards = new Set<Ask>()

/** Asks before the user signs out, as long as something would be left unfinished. @returns how to stop */
export function guardSignOut(ask: Ask): () => void {
  guards.add(ask)
  return () => guards.delete(ask)
}

/** Whether nothing speaks against it, or the user wants it all the same. */
export async function canSignOut(): Promise<boolean> {
  for (const ask of guards) if (!(await ask())) return false
  return true
}
