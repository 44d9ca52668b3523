import { createStore } from '../../lib/store.ts'
import type { Choices, Question } from './preflight.ts'

export interface OpenQuestion {
  question: Question
  answer: (choices: Choices | null) => void
}

/** The question that is shown now. */
export const openQuestion = createStore<OpenQuestion | null>(null)

let previous: Promise<unknown> = Promise.resolve()

/** Asks in a dialog; questions of several drops are shown one after another. */
export function ask(question: Question): Promise<Choices | null> {
  const answer = previous.then(
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
  previous = answer
  return answer
}
