import type { Transact } from '../src/db/transact.ts'

/** Lets something else happen first, right before so many transactions have begun; once. */
export function tamper(
  deps: { transact: Transact },
  transactions: number,
  meanwhile: () => Promise<unknown>,
): void {
  const { transact } = deps
  let begun = 0
  const meddling: Transact = async work => {
    begun += 1
    if (begun === transactions) {
      deps.transact = transact
      await meanwhile()
    }
    return transact(work)
  }
  deps.transact = meddling
}
