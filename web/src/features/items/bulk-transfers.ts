import { copyItems, type OnConflict } from '@coffer/contract/items'
import { removeItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import type { Door } from '../../lib/api-scope.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { type Whole, wholly } from './bulk-actions.ts'
import { askConflicts } from './conflict-questions.ts'

interface Target {
  id: string | null
  name: string
}

const told = ({ folderId, except }: Whole) => ({ folder_id: folderId, except: [...except] })

/** What is done with all whose names are taken; asked once. Null when it was given up. */
async function ruleFor(
  door: Door,
  how: 'move' | 'copy',
  whole: Whole,
  target: Target,
): Promise<OnConflict | null> {
  if (!door.more) return 'rename'
  const body = { to_id: target.id, all_in: told(whole) }
  const { data, meta } = await api(door.more.findConflicts, { body })
  const [first] = data
  if (!first) return 'rename'
  const choices = await askConflicts({
    ...{ how, folder: target.name, conflicts: [first], alike: meta.total - 1 },
  })
  return choices?.get(first.item.id) ?? null
}

interface Placed {
  folder_id: string | null
  placed_at: string
}

const WAYS = {
  move: {
    endpointOf: (door: Door) => door.moveItems,
    going: 'sets.moving',
    done: 'files.moved',
    undo: (door: Door, { folderId }: Whole, all_in: Placed) =>
      api(door.moveItems, { body: { to_id: folderId, all_in } }),
  },
  copy: {
    endpointOf: () => copyItems,
    going: 'sets.copying',
    done: 'actions.copied',
    undo: (_door: Door, _: Whole, all_in: Placed) => api(removeItems, { body: { all_in } }),
  },
} as const

/** In one call however much it is; what was placed without a taken name goes back just so. */
const carryWhole =
  (how: 'move' | 'copy') =>
  (
    cache: ItemCache,
    whole: Whole,
    target: Target,
    onAgreed: () => void = () => {},
  ): Promise<void> =>
    wholly(cache, async showProgress => {
      const { door } = cache
      const { endpointOf, going, done, undo } = WAYS[how]
      if (how === 'move' && whole.folderId === target.id) return
      const on_conflict = await ruleFor(door, how, whole, target)
      if (!on_conflict) return
      onAgreed()
      showProgress(i18next.t(going, { count: whole.count }))
      const { meta } = await api(endpointOf(door), {
        body: { to_id: target.id, all_in: told(whole), on_conflict },
      })
      const { placed_at, changed } = meta
      const takeBack = async (placed_at: string) => {
        await undo(door, whole, { folder_id: target.id, placed_at })
        await cache.refresh()
      }
      const words = i18next.t(done, { count: changed, folder: target.name })
      doneToast(words, placed_at ? () => takeBack(placed_at) : null)
    })

export const moveWholeTo = carryWhole('move')
export const copyWholeTo = carryWhole('copy')
