import { createStore } from './store.ts'

/**
 * What Files is to do as soon as it is shown, asked for from somewhere else. Items are shown where they
 * stand: also among what others share.
 */
export type PendingCommand =
  | {
      kind: 'reveal'
      place: 'folders' | 'shared' | 'all'
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

/** Whether the place that is shown does it itself; what none does is done at home. */
export const pendingCommandHandler = createStore<(errand: PendingCommand) => boolean>(() => false)
