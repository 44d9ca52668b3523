import { expect, test } from 'vitest'
import { clearListOwner } from './personal-list.ts'
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

test('the questions of a user who has left are cancelled', async () => {
  const { openQuestion, ask } = createQuestionQueue<string, number>()
  const answers = [ask('first'), ask('second')]
  await Promise.resolve()
  clearListOwner()
  expect(openQuestion.get()).toBeNull()
  expect(await Promise.all(answers)).toEqual([null, null])
  expect(openQuestion.get()).toBeNull()

  const next = ask('third')
  await expect.poll(() => openQuestion.get()?.question).toBe('third')
  openQuestion.get()?.answer(3)
  expect(await next).toBe(3)
})
