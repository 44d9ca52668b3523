import type { Item } from '@coffer/contract/items'
import { withFailurePopup } from '../../ui/popups/popups.ts'
import type { ListState } from './use-list-page.ts'

type SharingDialog = { kind: 'share'; item: Item }

/** Shares the selection and deletes links. */
export function useSharing(
  { selection, cache, setChoosing }: ListState,
  setDialog: (dialog: SharingDialog) => void,
) {
  const [first] = selection.items
  const item = selection.count === 1 && first?.meta.can.share ? first : null
  return {
    canShare: item !== null,
    share: () => {
      if (item) setDialog({ kind: 'share', item })
    },
    endLinks: withFailurePopup(async () => {
      const [{ endLinks }, items] = await Promise.all([
        import('../../features/shares/ending.ts'),
        selection.resolve(),
      ])
      if (await endLinks(cache, items)) setChoosing(false)
    }),
  }
}
