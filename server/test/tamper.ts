import type { Transact } from '../src/db/transact.ts'

/** Runs something once, right before the given number of transactions has begun. */
export function tamper(
  deps: { transact: Transact },
  transactions: number,
  meanwhile: () => Promise<unknown>,
): void {
  const { transact } = deps
  let begun = 0
  const tampered: Transact = async work => {
    begun += 1
    if (begun === transactions) {
      deps.transact = transact
      await meanwhile()
    }
    return transact(work)
  }
  deps.transact = tampered
}
