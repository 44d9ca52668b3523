import { DAY_MS } from '@coffer/contract/durations'

const STEP_MS = 2 * DAY_MS
/** The account is restricted with this reminder. */
export const LAST_STEP = 3

interface DunningState {
  step: number
  /** When the reminder of the step was sent. */
  step_sent_at: number | null
}

/**
 * The reminder to send now. Counted from when the last one was sent, not from the first failure, so
 * that a server that was off restricts no user without a warning.
 */
export function nextStep({ step, step_sent_at }: DunningState, now: number): number | undefined {
  if (step >= LAST_STEP) return undefined
  return step_sent_at === null || now >= step_sent_at + STEP_MS ? step + 1 : undefined
}

/** Dunnings whose last reminder was sent before this time are due. */
export const dueBefore = (now: number): number => now - STEP_MS
