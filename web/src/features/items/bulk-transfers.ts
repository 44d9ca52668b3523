import { copyItems, type OnConflict } from '@coffer/contract/items'
import { removeItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import type { ApiScope } from '../../lib/api-scope.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { doneToast, requireUndone } from '../../ui/toasts/undo.ts'
import { type AllInFolder, runBulkAction } from './bulk-actions.ts'
import { askConflicts } from './conflict-questions.ts'

interface Target {
  id: string | null
  name: string
}

const toRequestBody = ({ folderId, except }: AllInFolder) => ({
  folder_id: folderId,
  except: [...except],
})

/** Asks once how to resolve all name conflicts. Returns null when the user cancels. */
async function askResolution(
  scope: ApiScope,
  how: 'move' | 'copy',
  selection: AllInFolder,
  target: Target,
): Promise<OnConflict | null> {
  if (!scope.more) return 'rename'
  const body = { to_id: target.id, select_all_in: toRequestBody(selection) }
  const { data, meta } = await api(scope.more.findConflicts, { body })
  const [first] = data
  if (!first) return 'rename'
  const choices = await askConflicts({
    how,
    folder: target.name,
    conflicts: [first],
    moreCount: meta.total - 1,
  })
  return choices?.get(first.item.id) ?? null
}

interface TransferredItems {
  folder_id: string | null
  placed_at: string
}

const TRANSFERS = {
  move: {
    endpointOf: (scope: ApiScope) => scope.moveItems,
    progressKey: 'bulk.moving',
    doneKey: 'files.moved',
    undo: (scope: ApiScope, { folderId }: AllInFolder, select_all_in: TransferredItems) =>
      api(scope.moveItems, { body: { to_id: folderId, select_all_in } }),
  },
  copy: {
    endpointOf: () => copyItems,
    progressKey: 'bulk.copying',
    doneKey: 'actions.copied',
    undo: (_scope: ApiScope, _: AllInFolder, select_all_in: TransferredItems) =>
      api(removeItems, { body: { select_all_in } }),
  },
} as const

/** Transfers a bulk selection in one call. Undo covers the items that had no name conflict. */
const transferEverything =
  (how: 'move' | 'copy') =>
  (
    cache: ItemCache,
    selection: AllInFolder,
    target: Target,
    onConfirmed: () => void = () => {},
  ): Promise<void> =>
    runBulkAction(cache, async showProgress => {
      const { scope } = cache
      const { endpointOf, progressKey, doneKey, undo } = TRANSFERS[how]
      if (how === 'move' && selection.folderId === target.id) return
      const on_conflict = await askResolution(scope, how, selection, target)
      if (!on_conflict) return
      onConfirmed()
      showProgress(i18next.t(progressKey, { count: selection.count }))
      const { meta } = await api(endpointOf(scope), {
        body: { to_id: target.id, select_all_in: toRequestBody(selection), on_conflict },
      })
      const { placed_at, changed } = meta
      const undoTransfer = async (placed_at: string) => {
        const { meta } = await undo(scope, selection, { folder_id: target.id, placed_at })
        await cache.refresh()
        requireUndone(meta)
      }
      const text = i18next.t(doneKey, { count: changed, folder: target.name })
      doneToast(text, placed_at ? () => undoTransfer(placed_at) : null)
    })

/** Moves a bulk selection to a folder. */
export const moveAllTo = transferEverything('move')
/** Copies a bulk selection to a folder. */
export const copyAllTo = transferEverything('copy')
