import { beforeEach, expect, test } from 'vitest'
import { addToast, removeToast, toasts } from './toast-store.ts'

const messages = () => toasts.get().map(({ message }) => message)
const add = (kind: 'success' | 'danger', message: string) =>
  addToast({ kind, message, actions: [] })

beforeEach(() => toasts.set([]))

test('a newer success replaces an older one', () => {
  add('success', 'Moved to the trash')
  add('success', 'Undone')
  expect(messages()).toEqual(['Undone'])
})

test('a failure stays until it is removed, and the latest success waits for it', () => {
  add('danger', 'Could not upload')
  add('success', 'Moved')
  add('success', 'Undone')
  expect(messages()).toEqual(['Could not upload', 'Undone'])
  removeToast(toasts.get()[0]?.id ?? 0)
  expect(messages()).toEqual(['Undone'])
})
