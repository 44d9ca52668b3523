import { createStore } from '../../lib/store.ts'
import type { Choices, Question } from './preflight.ts'

export interface OpenQuestion {
  question: Question
  answer: (choices: Choices | null) => void
}

/** The one that is shown. */
export const openQuestion = createStore<OpenQuestion | null>(null)

let last: Promise<unknown> = Promise.resolve()

/** Asks in a dialog; those of several drops follow each other. */
export function ask(question: Question): Promise<Choices | null> {
  const asked = last.then(
    () =>
      new Promise<Choices | null>(resolve => {
        openQuestion.set({
          question,
          answer: choices => {
            openQuestion.set(null)
            resolve(choices)
          },
        })
      }),
  )
  last = asked
  return asked
}
