import type { Item } from '@coffer/contract/items'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeItem } from '../../features/items/item-actions.ts'
import { dangerToast } from '../../ui/toasts/toasts.ts'
import { focusList, type ListState } from './use-list-page.ts'

interface Editing {
  item: Item
  refused?: { name: string; message: string }
}

/** A list that was asked for again has a new folder by then, if it shows it at all. */
const PATIENCE_MS = 600

/** Changing names in their place; a name that was refused stays there to be mended. */
export function useRenaming(
  { listing: { rows }, selection, cache, shelf, isFlat }: ListState,
  /** For an item that the list doesn't show. */
  onOutOfSight: (item: Item) => void,
) {
  const [wanted, setWanted] = useState<Item | null>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const index = wanted ? rows.indexOf(wanted.id) : -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item, as soon as it is there.
  useEffect(() => {
    if (!wanted) return
    const begin = () => {
      setWanted(null)
      if (index === -1) return onOutOfSight(wanted)
      selection.pick(index)
      setEditing({ item: wanted })
    }
    const timer = setTimeout(begin, index === -1 ? PATIENCE_MS : 0)
    return () => clearTimeout(timer)
  }, [wanted, index])

  useEndWhenGone(editing?.item, rows, () => setEditing(null))
  // Ends when another folder is opened.
  const isHere = isFlat || editing?.item.attributes.parent_id === shelf.folderId
  return {
    editing: isHere ? editing : null,
    /** At once, so that what is typed next goes into the field. */
    startRename: (item: Item) => {
      const at = rows.indexOf(item.id)
      if (at === -1) return setWanted(item)
      selection.pick(at)
      setEditing({ item })
    },
    /** After a menu has closed and has given the focus back. */
    startRenameFromMenu: setWanted,
    stopRename: () => {
      setEditing(null)
      focusList()
    },
    rename: async (item: Item, name: string) => {
      setEditing(null)
      focusList()
      const message = await changeItem(cache, item, { name })
      if (message) setEditing({ item, refused: { name, message } })
    },
  }
}

/** Ends renaming with a message when the item leaves the list, so that the typed name does not vanish silently. */
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
