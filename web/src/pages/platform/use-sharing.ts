import type { Item } from '@coffer/contract/items'
import type { ListState } from './use-list-page.ts'

type SharingDialog = { kind: 'share'; item: Item }

/** Giving out a link to what is selected, and taking links back. */
export function useSharing(
  { selection, cache, setChoosing }: ListState,
  setDialog: (dialog: SharingDialog) => void,
) {
  const [first] = selection.items
  const one = selection.count === 1 && first?.meta.can.share ? first : null
  return {
    canShare: one !== null,
    share: () => {
      if (one) setDialog({ kind: 'share', item: one })
    },
    endLinks: async () => {
      const [{ endLinks }, items] = await Promise.all([
        import('../../features/shares/ending.ts'),
        selection.resolve(),
      ])
      if (await endLinks(cache, items)) setChoosing(false)
    },
  }
}
