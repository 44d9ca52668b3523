import { expect, test } from 'vitest'
import { confirmIdentity, onConfirmIdentity } from './confirm-identity.ts'

test('without a dialog, nothing is confirmed', async () => {
  expect(await confirmIdentity()).toBe(false)
})

test('calls that are refused together share one dialog, later ones get another', async () => {
  const answers: ((confirmed: boolean) => void)[] = []
  const remove = onConfirmIdentity(() => new Promise(resolve => answers.push(resolve)))
  const together = Promise.all([confirmIdentity(), confirmIdentity()])
  expect(answers).toHaveLength(1)
  answers[0]?.(true)
  expect(await together).toEqual([true, true])
  const later = confirmIdentity()
  answers[1]?.(false)
  expect(await later).toBe(false)
  remove()
  expect(await confirmIdentity()).toBe(false)
})

test('a question whose dialog is removed is answered with no, and the next one is asked', async () => {
  const unanswered = () => new Promise<boolean>(() => {})
  const remove = onConfirmIdentity(unanswered)
  const left = confirmIdentity()
  remove()
  expect(await left).toBe(false)
  const removeNext = onConfirmIdentity(async () => true)
  expect(await confirmIdentity()).toBe(true)
  removeNext()
})
