import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { clearListOwner } from '../../lib/personal-list.ts'
import { popups } from '../popups/popup-store.ts'
import { toasts } from './toast-store.ts'
import { doneToast, requireUndone, undoLast } from './undo.ts'

beforeEach(() => {
  clearListOwner()
  toasts.set([])
  popups.set([])
})

test('an action is not undone after its user has signed out', () => {
  const undo = vi.fn(async () => {})
  doneToast('Deleted', undo)
  clearListOwner()
  undoLast()
  expect(undo).not.toHaveBeenCalled()
})

test('an action can be undone again after the server could not be reached', async () => {
  const undo = vi.fn(async () => Promise.reject(new ApiError(0, null)))
  doneToast('Deleted', undo)
  undoLast()
  await vi.waitFor(() => expect(popups.get()).toHaveLength(1))
  undo.mockImplementation(async () => undefined as never)
  undoLast()
  expect(undo).toHaveBeenCalledTimes(2)
  undoLast()
  expect(undo).toHaveBeenCalledTimes(2)
})

test('another failure is not tried again', async () => {
  const undo = vi.fn(async () => Promise.reject(new ApiError(409, null)))
  doneToast('Deleted', undo)
  undoLast()
  await vi.waitFor(() => expect(popups.get()).toHaveLength(1))
  undoLast()
  expect(undo).toHaveBeenCalledTimes(1)
})

test('an action of which nothing could be undone does not count as undone', async () => {
  doneToast('Deleted', async () => requireUndone({ changed: 0 }))
  toasts.set([])
  undoLast()
  await vi.waitFor(() => expect(popups.get()).toHaveLength(1))
  expect(toasts.get()).toEqual([])
})
