import { copyItems, findConflicts, moveItems, type OnConflict } from '@coffer/contract/items'
import { removeItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { askConflicts } from './conflict-questions.ts'
import { doneToast } from './undo.ts'
import { type Whole, wholly } from './whole-actions.ts'

interface Target {
  id: string | null
  name: string
}

const told = ({ folderId, except }: Whole) => ({ folder_id: folderId, except: [...except] })

/** What is done with all whose names are taken; asked once. Null when it was given up. */
async function ruleFor(
  how: 'move' | 'copy',
  whole: Whole,
  target: Target,
): Promise<OnConflict | null> {
  const body = { to_id: target.id, all_in: told(whole) }
  const { data, meta } = await api(findConflicts, { body })
  const [first] = data
  if (!first) return 'rename'
  const choices = await askConflicts({
    ...{ how, folder: target.name, conflicts: [first], alike: meta.total - 1 },
  })
  return choices?.get(first.item.id) ?? null
}

/** In one call however much it is; what was placed without a taken name goes back just so. */
export const moveWholeTo = (
  cache: ItemCache,
  whole: Whole,
  target: Target,
  onAgreed: () => void = () => {},
): Promise<void> =>
  wholly(cache, async showProgress => {
    if (whole.folderId === target.id) return
    const on_conflict = await ruleFor('move', whole, target)
    if (!on_conflict) return
    onAgreed()
    showProgress(i18next.t('sets.moving', { count: whole.count }))
    const { meta } = await api(moveItems, {
      body: { to_id: target.id, all_in: told(whole), on_conflict },
    })
    const { placed_at, changed } = meta
    const moveBack = async (placed_at: string) => {
      const all_in = { folder_id: target.id, placed_at }
      await api(moveItems, { body: { to_id: whole.folderId, all_in } })
      await cache.refresh()
    }
    const words = i18next.t('files.moved', { count: changed, folder: target.name })
    doneToast(words, placed_at ? () => moveBack(placed_at) : null)
  })

export const copyWholeTo = (
  cache: ItemCache,
  whole: Whole,
  target: Target,
  onAgreed: () => void = () => {},
): Promise<void> =>
  wholly(cache, async showProgress => {
    const on_conflict = await ruleFor('copy', whole, target)
    if (!on_conflict) return
    onAgreed()
    showProgress(i18next.t('sets.copying', { count: whole.count }))
    const { meta } = await api(copyItems, {
      body: { to_id: target.id, all_in: told(whole), on_conflict },
    })
    const { placed_at, changed } = meta
    const removeCopies = async (placed_at: string) => {
      await api(removeItems, { body: { all_in: { folder_id: target.id, placed_at } } })
      await cache.refresh()
    }
    const words = i18next.t('actions.copied', { count: changed, folder: target.name })
    doneToast(words, placed_at ? () => removeCopies(placed_at) : null)
  })
