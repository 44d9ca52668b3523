import type { Transact } from '../src/db/transact.ts'

/** Runs something once, right before the given number of transactions has begun. */
export function tamper(
  deps: { transact: Transact },
  transactions: number,
  meanwhile: () => Promise<unknown>,
): void {
  const { transact } = deps
  let started = 0
  const tampered: Transact = async work => {
    started += 1
    if (started === transactions) {
      deps.transact = transact
      await meanwhile()
    }
    return transact(work)
  }
  deps.transact = tampered
}
