import type { Item } from '@coffer/contract/items'
import { useOpenDialog } from '../../ui/use-open-dialog.ts'
import { focusList, type ListState } from './use-list-page.ts'
import { useRestrictions } from './use-restrictions.ts'

/** Previews files over the list; the last previewed file gets the cursor when it closes. */
export function usePreview({ listing, selection, listKey }: ListState) {
  const { unlessRestricted } = useRestrictions()
  const {
    dialog: previewed,
    setDialog,
    closeDialog,
  } = useOpenDialog<{ item: Item; index: number }>(undefined, listKey)
  return {
    previewed,
    preview: (item: Item) =>
      unlessRestricted(
        'canDownload',
        () => setDialog({ item, index: listing.rows.indexOf(item.id) }),
        item,
      ),
    closePreview: (index: number) => {
      closeDialog()
      selection.pick(index)
      focusList()
    },
  }
}
