import { expect, test } from 'vitest'
import { createQuestionQueue } from './question-queue.ts'

test('a question waits for the answer to the one before', async () => {
  const { openQuestion, ask } = createQuestionQueue<string, number>()
  const answers = [ask('first'), ask('second')]
  await Promise.resolve()
  const first = openQuestion.get()
  expect(first?.question).toBe('first')
  first?.answer(1)
  expect(await answers[0]).toBe(1)
  const second = openQuestion.get()
  expect(second?.question).toBe('second')
  expect(second?.id).not.toBe(first?.id)
  second?.answer(null)
  expect(await answers[1]).toBeNull()
  expect(openQuestion.get()).toBeNull()
})
