import { useEffect, useRef } from 'react'
import {
  type PendingCommand,
  pendingCommand,
  pendingCommandHandler,
} from '../../lib/pending-command.ts'
import { useStore } from '../../lib/store.ts'
import type { Files } from './use-files.ts'
import { focusList } from './use-list-page.ts'

/** Runs a command from another page as soon as the list is loaded. */
export function usePendingCommands(files: Files): void {
  const command = useStore(pendingCommand)
  const latest = useRef(files)
  latest.current = files
  const isReady = !files.listing.isLoading && !files.listing.error
  const { folderId, isFillable, canRequestFiles } = files
  const { place } = files.location
  useEffect(() => {
    if (!isReady) return
    const isSupported = (command: PendingCommand): boolean => {
      if (command.kind === 'reveal')
        return command.location === place && command.folderId === folderId
      if (command.kind === 'new-customer') return isFillable && place === 'folders'
      return command.kind === 'ask' ? canRequestFiles : isFillable
    }
    pendingCommandHandler.set(isSupported)
    if (command && isSupported(command)) {
      pendingCommand.set(null)
      runCommand(latest, command)
    }
    return () => pendingCommandHandler.set(() => false)
  }, [command, isReady, folderId, place, isFillable, canRequestFiles])
}

function runCommand(files: { current: Files }, command: PendingCommand): void {
  if (command.kind === 'new-folder') files.current.newFolder()
  else if (command.kind === 'new-customer') files.current.newCustomer()
  else if (command.kind === 'upload') files.current.upload(command.folder)
  else if (command.kind === 'links') files.current.uploadFromLinks()
  else if (command.kind === 'ask') files.current.requestFiles()
  else void reveal(files, command.itemId, command.index)
}

/** The row may be far from the loaded ones. */
async function reveal(files: { current: Files }, itemId: string, index: number): Promise<void> {
  const { rows } = files.current.listing
  await rows.load(index, index)
  const { selection, listing } = files.current
  const loadedIndex = listing.rows.indexOf(itemId)
  selection.pick(loadedIndex === -1 ? index : loadedIndex)
  focusList()
}
