import { copyItems, type OnConflict } from '@coffer/contract/items'
import { removeItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import type { ApiScope } from '../../lib/api-scope.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { type AllInFolder, runBulkAction } from './bulk-actions.ts'
import { askConflicts } from './conflict-questions.ts'

interface Target {
  id: string | null
  name: string
}

const told = ({ folderId, except }: AllInFolder) => ({ folder_id: folderId, except: [...except] })

/** What is done with all whose names are taken; asked once. Null when it was given up. */
async function ruleFor(
  scope: ApiScope,
  how: 'move' | 'copy',
  whole: AllInFolder,
  target: Target,
): Promise<OnConflict | null> {
  if (!scope.more) return 'rename'
  const body = { to_id: target.id, select_all_in: told(whole) }
  const { data, meta } = await api(scope.more.findConflicts, { body })
  const [first] = data
  if (!first) return 'rename'
  const choices = await askConflicts({
    how,
    folder: target.name,
    conflicts: [first],
    alike: meta.total - 1,
  })
  return choices?.get(first.item.id) ?? null
}

interface Placed {
  folder_id: string | null
  placed_at: string
}

const WAYS = {
  move: {
    endpointOf: (scope: ApiScope) => scope.moveItems,
    going: 'bulk.moving',
    done: 'files.moved',
    undo: (scope: ApiScope, { folderId }: AllInFolder, select_all_in: Placed) =>
      api(scope.moveItems, { body: { to_id: folderId, select_all_in } }),
  },
  copy: {
    endpointOf: () => copyItems,
    going: 'bulk.copying',
    done: 'actions.copied',
    undo: (_door: ApiScope, _: AllInFolder, select_all_in: Placed) =>
      api(removeItems, { body: { select_all_in } }),
  },
} as const

/** In one call however much it is; what was placed without a taken name goes back just so. */
const transferEverything =
  (how: 'move' | 'copy') =>
  (
    cache: ItemCache,
    whole: AllInFolder,
    target: Target,
    onAgreed: () => void = () => {},
  ): Promise<void> =>
    runBulkAction(cache, async showProgress => {
      const { scope } = cache
      const { endpointOf, going, done, undo } = WAYS[how]
      if (how === 'move' && whole.folderId === target.id) return
      const on_conflict = await ruleFor(scope, how, whole, target)
      if (!on_conflict) return
      onAgreed()
      showProgress(i18next.t(going, { count: whole.count }))
      const { meta } = await api(endpointOf(scope), {
        body: { to_id: target.id, select_all_in: told(whole), on_conflict },
      })
      const { placed_at, changed } = meta
      const undoTransfer = async (placed_at: string) => {
        await undo(scope, whole, { folder_id: target.id, placed_at })
        await cache.refresh()
      }
      const words = i18next.t(done, { count: changed, folder: target.name })
      doneToast(words, placed_at ? () => undoTransfer(placed_at) : null)
    })

export const moveAllTo = transferEverything('move')
export const copyAllTo = transferEverything('copy')
