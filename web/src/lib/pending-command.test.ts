import { expect, test } from 'vitest'
import { pendingCommand } from './pending-command.ts'
import { clearListOwner } from './personal-list.ts'

test('a command does not run for the next user of the page', () => {
  pendingCommand.set({ kind: 'new-folder' })
  clearListOwner()
  expect(pendingCommand.get()).toBeNull()
})
