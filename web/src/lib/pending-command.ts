import { onUserLeft } from './personal-list.ts'
import { createStore } from './store.ts'

/**
 * A command that the file list runs as soon as it is shown, requested from another page. `reveal`
 * opens an item in the list that holds it, also among shared items.
 */
export type PendingCommand =
  | {
      kind: 'reveal'
      location: 'folders' | 'shared' | 'all'
      folderId: string | null
      itemId: string
      index: number
    }
  | { kind: 'new-folder' }
  | { kind: 'new-customer' }
  | { kind: 'upload'; folder: boolean }
  | { kind: 'links' }
  | { kind: 'ask' }

export const pendingCommand = createStore<PendingCommand | null>(null)

onUserLeft(() => pendingCommand.set(null))

/**
 * Runs a command on the current page.
 * @returns false when the page does not support it, so that Files is opened
 */
export const pendingCommandHandler = createStore<(command: PendingCommand) => boolean>(() => false)
