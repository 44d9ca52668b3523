import type { Item } from '@coffer/contract/items'
import type { ListLocation } from '../../features/browse/browse.api.ts'
import type { ItemsOrAll } from '../../features/items/bulk-actions.ts'
import { withFailurePopup } from '../../ui/popups/popups.ts'
import { useOpenDialog } from '../../ui/use-open-dialog.ts'
import { useDownloads } from './use-downloads.ts'
import { focusList, type ListState, useListPage } from './use-list-page.ts'
import { useNewFolder } from './use-new-folder.ts'
import { usePreview } from './use-preview.ts'
import { useRenaming } from './use-renaming.ts'
import { useRestrictions } from './use-restrictions.ts'
import { useTransfers } from './use-transfers.ts'

export type Dialog =
  | { kind: 'transfer'; how: 'move' | 'copy'; picked: ItemsOrAll }
  /** Null for a new folder. */
  | { kind: 'folder'; folder: Item | null }
  | { kind: 'details'; item: Item }
  | { kind: 'customer' }
  | { kind: 'remote' }
  /** Creates an upload request. */
  | { kind: 'requests'; folderId: string | null }
  | { kind: 'document'; items: readonly Item[] }
  /** Creates a team folder, converts a folder into one, or shows its members. */
  | { kind: 'team'; how: 'create'; folder: null }
  | { kind: 'team'; how: 'convert' | 'people'; folder: Item }
  /** Selects the document type of an upload. */
  | { kind: 'upload' }
  | { kind: 'share'; item: Item }
  | { kind: 'keys' }

/** The state of a folder or a list across folders and its actions, in any access scope. */
export function useFolder(location: ListLocation, top: string) {
  const list = useListPage(location)
  const { folderId } = location
  const { cache, listing } = list
  const { unlessRestricted } = useRestrictions()
  const { dialog, setDialog, closeDialog } = useOpenDialog<Dialog>(focusList, list.listKey)
  const folderName = listing.root?.attributes.name ?? top
  /** Whether items can be added to the current folder. */
  const isFillable = !list.isFlat && (listing.root?.meta.can.add ?? cache.scope.guest === null)
  const transfers = useTransfers(list, { id: folderId, name: folderName }, isFillable)
  const preview = usePreview(list)
  const { startDraft, ...draftState } = useNewFolder(list)
  const renaming = useRenaming(list, folder => setDialog({ kind: 'folder', folder }))
  return {
    ...list,
    ...renaming,
    ...draftState,
    ...transfers,
    ...useDownloads(list),
    folderId,
    folderName,
    isFillable,
    dialog,
    setDialog,
    closeDialog,
    ...preview,
    open: createOpen(list, preview.preview, setDialog),
    openTransfer: withFailurePopup(async (how: 'move' | 'copy') => {
      const picked = await transfers.getSelection(how === 'move' ? 'move' : 'download')
      if (picked.items.length > 0) setDialog({ kind: 'transfer', how, picked })
    }),
    newFolder: () =>
      unlessRestricted(
        'canCreateFolder',
        () => {
          if (list.isNarrow) setDialog({ kind: 'folder', folder: null })
          else startDraft()
        },
        listing.root,
      ),
  }
}

/** Opens a folder in the list and a file in the preview. */
const createOpen =
  (
    { goTo }: ListState,
    preview: (item: Item) => void,
    setDialog: (dialog: Dialog | null) => void,
  ) =>
  (item: Item) => {
    if (item.type === 'folder') goTo(item.id)
    // Admins see that the item exists, but its content belongs to the owner.
    else if (!item.meta.can.download) setDialog({ kind: 'details', item })
    else preview(item)
  }

export type FolderState = ReturnType<typeof useFolder>
