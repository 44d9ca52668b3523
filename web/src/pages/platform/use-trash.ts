import type { Item } from '@coffer/contract/items'
import type { Progress } from '@coffer/contract/trash'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Eye, FolderOpen, ListChecks, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { userQuery } from '../../features/account/account.api.ts'
import { ADDRESS } from '../../features/browse/browse.api.ts'
import { unloadedSelection } from '../../features/items/bulk-actions.ts'
import type { Command } from '../../features/items/commands.ts'
import { useKeyCommands } from '../../features/items/key-commands.ts'
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
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import { undoLast } from '../../ui/toasts/undo.ts'
import { useOpenDialog } from '../../ui/use-open-dialog.ts'
import { useDownloads } from './use-downloads.ts'
import { focusList, type ListState, pointOfCursor, useListPage } from './use-list-page.ts'
import { usePreview } from './use-preview.ts'
import { useGoUp, useReveal } from './use-reveal.ts'

/** The state and actions of the trash or of a folder in it. */
export function useTrash(folderId: string | null) {
  const list = useListPage({ place: 'trash', folderId })
  const { selection, cache, listing } = list
  const { removedUntil } = listing
  const queries = useQueryClient()
  const navigate = useNavigate()
  /** Permanently deleted items free storage. */
  const refetchUsage = () => queries.invalidateQueries(userQuery)

  const commands = {
    restore: async () => {
      // Inside a trashed folder, items are restored by id instead of as a bulk selection.
      const bulk = folderId === null ? unloadedSelection(selection) : null
      if (bulk) {
        list.setChoosing(false)
        return restoreAllIn(cache, bulk)
      }
      const items = await selection.resolve()
      if (items.length > 0)
        await restore(cache, items, {
          isTop: folderId === null,
          onConfirmed: () => list.setChoosing(false),
          goTo: id =>
            void navigate({ to: ADDRESS.folders, params: id ? { id } : NO_FOLDER }).then(focusList),
        })
    },
    remove: async () => {
      const bulk = unloadedSelection(selection)
      const items = bulk ? [] : await selection.resolve()
      const isDone = bulk
        ? await deleteAllIn(cache, { ...bulk, removedUntil })
        : items.length > 0 && (await deletePermanently(cache, items))
      if (!isDone) return
      list.setChoosing(false)
      await refetchUsage()
    },
    clear: async () => {
      const emptied = await clearTrash(cache, { count: listing.rows.total, removedUntil })
      if (emptied) queries.setQueryData(emptyingQuery.queryKey, emptied)
      await refetchUsage()
    },
  }
  const preview = usePreview(list)
  const open = (item: Item) => {
    if (item.type === 'folder') list.goTo(item.id)
    else preview.preview(item)
  }
  const emptying = useEmptying()
  const { dialog, setDialog, closeDialog } = useOpenDialog<{ kind: 'keys' }>(
    focusList,
    list.listKey,
  )
  useTrashKeys(list, {
    open,
    remove: () => void commands.remove(),
    help: () => setDialog({ kind: 'keys' }),
  })
  return {
    ...list,
    ...preview,
    ...useDownloads(list),
    open,
    clear: () => void commands.clear(),
    emptying,
    showsKeys: dialog !== null,
    hideKeys: closeDialog,
    ...useActions(list, open, commands, emptying !== null),
  }
}
export type Trash = ReturnType<typeof useTrash>

/** The progress of emptying the trash, also after a reload and in other windows. */
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

type TrashCommands = Record<'restore' | 'remove' | 'clear', () => Promise<void>>

function useActions(
  list: ListState,
  open: (item: Item) => void,
  commands: TrashCommands,
  isEmptying: boolean,
): Record<'actions' | 'more', MenuAction[]> {
  const { t } = useTranslation()
  const [only] = list.selection.items
  const openAction = {
    label: t(only?.type === 'folder' ? 'files.open' : 'preview.open'),
    icon: only?.type === 'folder' ? FolderOpen : Eye,
    run: () => only && open(only),
    keys: '↵',
  }
  const restoreAction = {
    label: t('trash.restore'),
    button: t('trash.restore'),
    icon: RotateCcw,
    run: () => void commands.restore(),
  }
  const removeAction = {
    label: t('trash.delete'),
    button: t('selection.delete_forever'),
    icon: Trash2,
    run: () => void commands.remove(),
    keys: t('key.delete_short'),
    danger: true,
    parted: true,
  }
  const selectAction = {
    label: t('files.select'),
    icon: ListChecks,
    run: () => list.setChoosing(true),
  }
  const clearAction = {
    label: t('trash.clear'),
    icon: Trash2,
    run: () => void commands.clear(),
    danger: true,
    parted: true,
  }
  const isClearable = list.location.folderId === null && list.listing.rows.total > 0 && !isEmptying
  return {
    actions: [
      ...(list.selection.count === 1 && only ? [openAction] : []),
      ...(list.selection.count > 0 ? [restoreAction, removeAction] : []),
    ],
    more: [selectAction, ...(isClearable ? [clearAction] : [])],
  }
}

interface TrashKeys {
  open: (item: Item) => void
  remove: () => void
  help: () => void
}

function useTrashKeys(list: ListState, { open, remove, help }: TrashKeys): void {
  const { selection } = list
  const [only] = selection.items
  const goUp = useGoUp(list)
  useReveal(list)
  const run: Partial<Record<Command['kind'], () => void>> = {
    open: () => selection.count === 1 && only && open(only),
    preview: () => selection.count === 1 && only?.type === 'file' && open(only),
    remove,
    all: selection.all,
    toggle: selection.toggle,
    clear: () => list.setChoosing(false),
    menu: () => selection.count > 0 && list.openMenu(pointOfCursor(selection.cursor)),
    parent: goUp,
    help,
    undo: undoLast,
  }
  useKeyCommands(command => {
    if (command.kind === 'step')
      return selection.step(command.step, command.how, list.layout.current.columns)
    const action = run[command.kind]
    if (!action) return false
    action()
    return undefined
  })
}
