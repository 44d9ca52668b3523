import { useState } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { useStable } from '../../lib/use-stable.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'

/** Saves the typed text of a row. @returns whether it is saved */
export type SaveText = () => Promise<boolean>

/**
 * Before the list is left, also for another page or filter, saves the typed texts and asks about
 * those that can't be saved.
 * @returns the function by which a row reports how its typed text is saved; null if it is
 */
export function useUnsavedTexts(): (key: string, save: SaveText | null) => void {
  const [drafts] = useState(() => createStore<ReadonlyMap<string, SaveText>>(new Map()))
  const { size } = useStore(drafts)
  const saveAll = async () => {
    const results = await Promise.all([...drafts.get().values()].map(save => save()))
    return results.every(isSaved => isSaved)
  }
  useLeaveWarning(size > 0, { coversSearch: true, save: saveAll })
  return useStable((key, save) => {
    if (save === (drafts.get().get(key) ?? null)) return
    const next = new Map(drafts.get())
    if (save) next.set(key, save)
    else next.delete(key)
    drafts.set(next)
  })
}
