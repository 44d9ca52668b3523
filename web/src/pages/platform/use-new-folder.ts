import { useEffect, useState } from 'react'
import { createNamedFolder } from '../../features/items/item-actions.ts'
import { focusList, type ListState } from './use-list-page.ts'

export interface FolderDraft {
  /** The folder in which it will be created. */
  parentId: string | null
  /** The name while the server creates the folder. */
  creating?: string
  /** A name that the server rejected, and why. */
  rejected?: { name: string; message: string }
}

/** A draft of a folder that is named in the list; it is created when its name is confirmed. */
export function useNewFolder({ listing: { rows }, selection, cache, location }: ListState) {
  const { folderId } = location
  const [draft, setDraft] = useState<FolderDraft | null>(null)
  const [created, setCreated] = useState<string | null>(null)
  const index = created === null ? -1 : rows.indexOf(created)
  // biome-ignore lint/correctness/useExhaustiveDependencies: selects the folder once, when the list contains it.
  useEffect(() => {
    if (index === -1) return
    setCreated(null)
    selection.pick(index)
  }, [index])

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
        setCreated(folder.id),
      )
      const next = message ? { parentId: folderId, rejected: { name, message } } : null
      // Another draft may have been started meanwhile.
      setDraft(shown => (shown === creating ? next : shown))
    },
  }
}
