import { useEffect, useState } from 'react'
import { createNamedFolder } from '../../features/items/item-actions.ts'
import { focusList, type ListState } from './use-list-page.ts'
import { loadRowOf } from './use-reveal.ts'

export interface FolderDraft {
  /** The folder in which it will be created. */
  parentId: string | null
  /** The name while the server creates the folder. */
  creating?: string
  /** A name that the server rejected, and why. */
  rejected?: { name: string; message: string }
}

/** A new folder that is selected when its row is loaded. */
interface Created {
  id: string
  parentId: string | null
  /** The selection when it was named. */
  selection: ListState['selection']['current']
}

/** A draft of a folder that is named in the list; it is created when its name is confirmed. */
export function useNewFolder(list: ListState) {
  const { selection, cache, location } = list
  const { folderId } = location
  const [draft, setDraft] = useState<FolderDraft | null>(null)
  const [created, setCreated] = useState<Created | null>(null)
  useSelectCreated(list, created, () => setCreated(null))

  // A draft in another folder is discarded.
  const current = draft?.parentId === folderId ? draft : null
  return {
    draft: current,
    startDraft: () => setDraft({ parentId: folderId }),
    discardDraft: () => {
      setDraft(null)
      focusList()
    },
    createDraft: async (name: string) => {
      const creating: FolderDraft = { parentId: folderId, creating: name }
      setDraft(creating)
      focusList()
      const message = await createNamedFolder(cache, folderId, { name, emoji: null }, folder =>
        setCreated({ id: folder.id, parentId: folderId, selection: selection.current }),
      )
      const next = message ? { parentId: folderId, rejected: { name, message } } : null
      // Another draft may have been started meanwhile.
      setDraft(shown => (shown === creating ? next : shown))
    },
  }
}

/** Selects a new folder, unless the user has selected something else or opened another folder. */
function useSelectCreated(
  { listing: { rows }, selection, cache, location, order }: ListState,
  created: Created | null,
  drop: () => void,
): void {
  const isWaiting =
    created?.selection === selection.current && created.parentId === location.folderId
  const index = created && isWaiting ? rows.indexOf(created.id) : -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per folder, and when the list contains it.
  useEffect(() => {
    if (!created) return
    if (!isWaiting) return drop()
    if (index !== -1) return selection.pick(index)
    // Guests can't locate items.
    if (cache.scope.guest) return
    let isCurrent = true
    void loadRowOf(created.id, rows, order)
      .then(index => isCurrent && rows.idAt(index) === created.id && selection.pick(index))
      // The folder exists; only its row is unknown.
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [created, isWaiting, index])
}
