import type { Item } from '@coffer/contract/items'
import type { Progress } from '@coffer/contract/trash'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Eye, FolderOpen, ListChecks, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userQuery } from '../../features/account/account.api.ts'
import { ADDRESS } from '../../features/browse/browse.api.ts'
import { unloadedSelection } from '../../features/items/bulk-actions.ts'
import type { Command } from '../../features/items/commands.ts'
import { useKeyCommands } from '../../features/items/key-commands.ts'
import type { MenuAction } from '../../features/items/menu-entry.tsx'
import { restore } from '../../features/items/restoring.ts'
import { useLive } from '../../features/live/live.ts'
import { emptyingQuery } from '../../features/trash/emptying.ts'
import {
  clearTrash,
  deleteAllIn,
  deletePermanently,
  restoreAllIn,
} from '../../features/trash/trash-actions.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { undoLast } from '../../ui/toasts/undo.ts'
import { useDownloads } from './use-downloads.ts'
import { focusList, type ListState, pointOfCursor, useListPage } from './use-list-page.ts'
import { usePreview } from './use-preview.ts'

/** The trash, or a folder in it, and what can be done with what lies there. */
export function useTrash(folderId: string | null) {
  const place = useListPage({ place: 'trash', folderId })
  const { selection, cache, listing } = place
  const queries = useQueryClient()
  const navigate = useNavigate()
  /** What is gone for good takes no room any more. */
  const measureAgain = () => queries.invalidateQueries(userQuery)

  const does = {
    restore: async () => {
      // Inside a trashed folder a set that comes back is told by its items.
      const whole = folderId === null ? unloadedSelection(selection) : null
      if (whole) {
        place.setChoosing(false)
        return restoreAllIn(cache, whole)
      }
      const items = await selection.resolve()
      if (items.length > 0)
        await restore(cache, items, {
          isTop: folderId === null,
          onAgreed: () => place.setChoosing(false),
          goTo: id =>
            void navigate({ to: ADDRESS.folders, params: id ? { id } : NO_FOLDER }).then(focusList),
        })
    },
    remove: async () => {
      const whole = unloadedSelection(selection)
      const items = whole ? [] : await selection.resolve()
      const isComplete = whole
        ? await deleteAllIn(cache, whole)
        : items.length > 0 && (await deletePermanently(cache, items))
      if (!isComplete) return
      place.setChoosing(false)
      await measureAgain()
    },
    clear: async () => {
      const emptied = await clearTrash(cache, listing.rows.total)
      if (emptied) queries.setQueryData(emptyingQuery.queryKey, emptied)
      await measureAgain()
    },
  }
  const previewing = usePreview(place)
  const open = (item: Item) => {
    if (item.type === 'folder') place.goTo(item.id)
    else previewing.preview(item)
  }
  const emptying = useEmptying()
  const [showsKeys, setShowsKeys] = useState(false)
  useTrashKeys(place, { open, remove: () => void does.remove(), help: () => setShowsKeys(true) })
  return {
    ...place,
    ...previewing,
    ...useDownloads(place),
    open,
    clear: () => void does.clear(),
    emptying,
    showsKeys,
    hideKeys: () => {
      setShowsKeys(false)
      focusList()
    },
    ...useActions(place, open, does, emptying !== null),
  }
}
export type Trash = ReturnType<typeof useTrash>

/** The emptying that is under way, also after a reload and in every other window. */
function useEmptying(): Progress | null {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data = null } = useQuery(emptyingQuery)
  useLive('trash.progress', ({ total, done }) => {
    const progress: Progress | null = done < total ? { total, done } : null
    queries.setQueryData(emptyingQuery.queryKey, () => progress)
    if (done === total) successToast(t('trash.cleared'))
  })
  return data
}

type Does = Record<'restore' | 'remove' | 'clear', () => Promise<void>>

function useActions(
  place: ListState,
  open: (item: Item) => void,
  does: Does,
  isEmptying: boolean,
): Record<'actions' | 'more', MenuAction[]> {
  const { t } = useTranslation()
  const [only] = place.selection.items
  const opening = {
    label: t(only?.type === 'folder' ? 'files.open' : 'preview.open'),
    icon: only?.type === 'folder' ? FolderOpen : Eye,
    run: () => only && open(only),
    keys: '↵',
  }
  const restoring = {
    label: t('trash.restore'),
    button: t('trash.restore'),
    icon: RotateCcw,
    run: () => void does.restore(),
  }
  const removing = {
    label: t('trash.delete'),
    button: t('selection.delete_forever'),
    icon: Trash2,
    run: () => void does.remove(),
    keys: t('key.delete_short'),
    danger: true,
    parted: true,
  }
  const selecting = {
    ...{ label: t('files.select'), icon: ListChecks, run: () => place.setChoosing(true) },
  }
  const clearing = {
    ...{ label: t('trash.clear'), icon: Trash2, run: () => void does.clear() },
    ...{ danger: true, parted: true },
  }
  const isClearable = place.shelf.folderId === null && place.listing.rows.total > 0 && !isEmptying
  return {
    actions: [
      ...(place.selection.count === 1 && only ? [opening] : []),
      ...(place.selection.count > 0 ? [restoring, removing] : []),
    ],
    more: [selecting, ...(isClearable ? [clearing] : [])],
  }
}

interface TrashKeys {
  open: (item: Item) => void
  remove: () => void
  help: () => void
}

function useTrashKeys(place: ListState, { open, remove, help }: TrashKeys): void {
  const { selection } = place
  const [only] = selection.items
  const run: Partial<Record<Command['kind'], () => void>> = {
    open: () => selection.count === 1 && only && open(only),
    preview: () => selection.count === 1 && only?.type === 'file' && open(only),
    remove,
    all: selection.all,
    toggle: selection.toggle,
    clear: () => place.setChoosing(false),
    menu: () => selection.count > 0 && place.openMenu(pointOfCursor(selection.cursor)),
    parent: place.goUp,
    help,
    undo: undoLast,
  }
  useKeyCommands(command => {
    if (command.kind === 'step')
      return selection.step(command.step, command.how, place.layout.current.columns)
    const known = run[command.kind]
    if (!known) return false
    known()
    return undefined
  })
}
