import { onUserLeft } from './personal-list.ts'
import { createStore, type Store } from './store.ts'

export interface OpenQuestion<Question, Answer> {
  /** Differs from the id of every other question of the queue. */
  id: number
  question: Question
  /** Null cancels the action that asked. */
  answer: (answer: Answer | null) => void
}

interface QuestionQueue<Question, Answer> {
  /** The question that is shown now. */
  openQuestion: Store<OpenQuestion<Question, Answer> | null>
  /** Asks in a dialog, after the questions before. Resolves with null when the user cancels. */
  ask: (question: Question) => Promise<Answer | null>
}

/**
 * Questions that several actions ask, shown one after another. They are cancelled when the user
 * leaves.
 */
export function createQuestionQueue<Question, Answer>(): QuestionQueue<Question, Answer> {
  const openQuestion = createStore<OpenQuestion<Question, Answer> | null>(null)
  let previous: Promise<unknown> = Promise.resolve()
  let lastId = 0
  let departures = 0
  onUserLeft(() => {
    departures += 1
    openQuestion.get()?.answer(null)
  })
  const open = (question: Question) =>
    new Promise<Answer | null>(resolve => {
      openQuestion.set({
        id: ++lastId,
        question,
        answer: answer => {
          openQuestion.set(null)
          resolve(answer)
        },
      })
    })
  return {
    openQuestion,
    ask: question => {
      const departuresBefore = departures
      const answer = previous.then(() => (departures === departuresBefore ? open(question) : null))
      previous = answer
      return answer
    },
  }
}
