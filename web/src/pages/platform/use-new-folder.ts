import { useEffect, useState } from 'react'
import { makeNamedFolder } from '../../features/items/item-actions.ts'
import { focusList, type ListState } from './use-list-page.ts'

export interface FolderDraft {
  /** The folder in which it is to be created. */
  parentId: string | null
  /** Set while the server creates it. */
  creating?: string
  /** A name that the server refused, and why. */
  refused?: { name: string; message: string }
}

/** A folder that is named in the list before it exists: nothing is created until its name is confirmed. */
export function useNewFolder({ listing: { rows }, selection, cache, shelf }: ListState) {
  const { folderId } = shelf
  const [draft, setDraft] = useState<FolderDraft | null>(null)
  const [created, setCreated] = useState<string | null>(null)
  const index = created === null ? -1 : rows.indexOf(created)
  // biome-ignore lint/correctness/useExhaustiveDependencies: selected once, when the list shows it.
  useEffect(() => {
    if (index === -1) return
    setCreated(null)
    selection.pick(index)
  }, [index])

  // A draft that is left behind in another folder is discarded.
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
      const message = await makeNamedFolder(cache, folderId, { name, emoji: null }, folder =>
        setCreated(folder.id),
      )
      const next = message ? { parentId: folderId, refused: { name, message } } : null
      // Another draft may have been started meanwhile.
      setDraft(shown => (shown === creating ? next : shown))
    },
  }
}
