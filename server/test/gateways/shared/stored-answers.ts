import type { Clock } from './clock.ts'

export interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

interface Stored {
  request: string
  answer: Answer
  until: number
}

/** Answers by idempotency key, forgotten after their time. */
export function createStoredAnswers(clock: Clock) {
  const stored = new Map<string, Stored>()
  return {
    /** @returns the answer, `other` when the key came with another request, or undefined */
    find(key: string, request: string): Answer | 'other' | undefined {
      const match = stored.get(key)
      if (!match || match.until <= clock.now()) return undefined
      return match.request === request ? match.answer : 'other'
    },
    store(key: string, request: string, answer: Answer, keepMs: number): void {
      stored.set(key, { request, answer, until: clock.now() + keepMs })
    },
  }
}
