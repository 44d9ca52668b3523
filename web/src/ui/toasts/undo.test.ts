import { expect, test, vi } from 'vitest'
import { clearListOwner } from '../../lib/personal-list.ts'
import { doneToast, undoLast } from './undo.ts'

test('an action is not undone after its user has signed out', () => {
  const undo = vi.fn(async () => {})
  doneToast('Deleted', undo)
  clearListOwner()
  undoLast()
  expect(undo).not.toHaveBeenCalled()
})
