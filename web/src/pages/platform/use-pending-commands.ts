import { useEffect, useRef } from 'react'
import {
  type PendingCommand,
  pendingCommand,
  pendingCommandHandler,
} from '../../lib/pending-command.ts'
import { useStore } from '../../lib/store.ts'
import type { Files } from './use-files.ts'
import { focusList } from './use-list-page.ts'

/** Does what was asked of Files from somewhere else, as soon as its list is there. */
export function usePendingCommands(files: Files): void {
  const errand = useStore(pendingCommand)
  const latest = useRef(files)
  latest.current = files
  const isReady = !files.listing.isLoading && !files.listing.error
  const { folderId, isFillable, canAsk } = files
  const { place } = files.shelf
  useEffect(() => {
    if (!isReady) return
    const isMeant = (errand: PendingCommand): boolean => {
      if (errand.kind === 'reveal') return errand.place === place && errand.folderId === folderId
      if (errand.kind === 'new-customer')
        return isFillable && folderId === null && place === 'folders'
      return errand.kind === 'ask' ? canAsk : isFillable
    }
    pendingCommandHandler.set(isMeant)
    if (errand && isMeant(errand)) {
      pendingCommand.set(null)
      doErrand(latest, errand)
    }
    return () => pendingCommandHandler.set(() => false)
  }, [errand, isReady, folderId, place, isFillable, canAsk])
}

function doErrand(files: { current: Files }, errand: PendingCommand): void {
  if (errand.kind === 'new-folder') files.current.newFolder()
  else if (errand.kind === 'new-customer') files.current.newCustomer()
  else if (errand.kind === 'upload') files.current.upload(errand.folder)
  else if (errand.kind === 'links') files.current.uploadFromLinks()
  else if (errand.kind === 'ask') files.current.askForFiles()
  else void reveal(files, errand.itemId, errand.index)
}

/** The row may be far from what is loaded. */
async function reveal(files: { current: Files }, itemId: string, index: number): Promise<void> {
  const { rows } = files.current.listing
  await rows.load(index, index)
  const { selection, listing } = files.current
  const known = listing.rows.indexOf(itemId)
  selection.pick(known === -1 ? index : known)
  focusList()
}
