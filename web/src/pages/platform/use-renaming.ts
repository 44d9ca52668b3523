import type { Item } from '@coffer/contract/items'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeItem } from '../../features/items/item-actions.ts'
import type { NameDraft } from '../../features/items/rename-field.tsx'
import { dangerToast } from '../../ui/toasts/toasts.ts'
import { focusList, type ListState } from './use-list-page.ts'

interface Editing {
  item: Item
  rejected?: { name: string; message: string }
}

/** Time in ms for a refetched list to contain a new folder. */
const REFETCH_WAIT_MS = 600

/** Renames items in the list; a rejected name stays in the field for correction. */
export function useRenaming(
  { listing: { rows }, selection, cache, location, isFlat }: ListState,
  /** Called for an item that the list does not show. */
  onNotListed: (item: Item) => void,
) {
  const { t } = useTranslation()
  const [requested, setRequested] = useState<Item | null>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const draft = useRef<NameDraft>(null)
  const begin = (next: Editing) => {
    draft.current = null
    setEditing(next)
  }
  const index = requested ? rows.indexOf(requested.id) : -1
  const edit = (item: Item, rowIndex: number) => {
    selection.pick(rowIndex)
    begin({ item })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per item, when the list contains it.
  useEffect(() => {
    if (!requested) return
    const start = () => {
      setRequested(null)
      if (index === -1) onNotListed(requested)
      else edit(requested, index)
    }
    const timer = setTimeout(start, index === -1 ? REFETCH_WAIT_MS : 0)
    return () => clearTimeout(timer)
  }, [requested, index])

  useEndWhenGone(editing?.item, rows, () => setEditing(null))
  const latest = useRef({ editing, rows })
  latest.current = { editing, rows }
  // Ends when another folder is opened.
  const isCurrentList = isFlat || editing?.item.attributes.parent_id === location.folderId
  return {
    editing: isCurrentList ? editing : null,
    nameDraft: draft,
    /** Starts at once, so that the next keys are typed into the field. */
    startRename: (item: Item) => {
      const rowIndex = rows.indexOf(item.id)
      if (rowIndex === -1) setRequested(item)
      else edit(item, rowIndex)
    },
    /** Starts after a menu has closed and restored the focus. */
    startRenameFromMenu: setRequested,
    stopRename: () => {
      setEditing(null)
      focusList()
    },
    rename: async (item: Item, name: string) => {
      setEditing(null)
      focusList()
      const message = await changeItem(cache, item, { name })
      if (!message) return
      // Meanwhile another folder may have been opened, or another item is being renamed.
      const isListed = latest.current.rows.indexOf(item.id) !== -1
      if (isListed && latest.current.editing === null) begin({ item, rejected: { name, message } })
      else dangerToast(t('files.rename_failed', { name: item.attributes.name, message }))
    },
  }
}

/** Ends renaming with a message when the item leaves the list, instead of dropping the typed name. */
function useEndWhenGone(
  item: Item | undefined,
  rows: ListState['listing']['rows'],
  end: () => void,
) {
  const { t } = useTranslation()
  const isListed = item !== undefined && rows.indexOf(item.id) !== -1
  const wasListed = useRef<string>(undefined)
  useEffect(() => {
    if (isListed) wasListed.current = item.id
    else if (item && wasListed.current === item.id && rows.isKnown) {
      end()
      dangerToast(t('files.rename_gone', { name: item.attributes.name }))
    }
  })
}
