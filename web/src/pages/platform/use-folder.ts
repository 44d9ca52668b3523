import type { Item } from '@coffer/contract/items'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListLocation } from '../../features/browse/browse.api.ts'
import type { ItemsOrAll } from '../../features/items/bulk-actions.ts'
import { useDownloads } from './use-downloads.ts'
import { focusList, type ListState, useListPage } from './use-list-page.ts'
import { useNewFolder } from './use-new-folder.ts'
import { usePreview } from './use-preview.ts'
import { useRenaming } from './use-renaming.ts'
import { useRestrictions } from './use-restrictions.ts'
import { useTransfers } from './use-transfers.ts'

export type Dialog =
  | { kind: 'transfer'; how: 'move' | 'copy'; picked: ItemsOrAll }
  /** Null for a folder that is still to be made. */
  | { kind: 'folder'; folder: Item | null }
  | { kind: 'details'; item: Item }
  | { kind: 'customer' }
  | { kind: 'remote' }
  /** Asking for files into a folder. */
  | { kind: 'requests'; folderId: string | null }
  | { kind: 'document'; items: readonly Item[] }
  /** A team folder that is to be made, of nothing or of a folder, or who is in one. */
  | { kind: 'team'; how: 'create'; folder: null }
  | { kind: 'team'; how: 'convert' | 'people'; folder: Item }
  /** What everything of an upload is as a document. */
  | { kind: 'upload' }
  | { kind: 'share'; item: Item }
  | { kind: 'keys' }

/** A folder or a list across folders, and what can be done in it by whatever door one came. */
export function useFolder(shelf: ListLocation, top: string) {
  const { t } = useTranslation()
  const place = useListPage(shelf)
  const { folderId } = shelf
  const { cache, listing } = place
  const { unlessRestricted } = useRestrictions()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const folderName = listing.root?.attributes.name ?? top
  /** Whether anything can be put into what is shown. */
  const isFillable = !place.isFlat && (listing.root?.meta.can.add ?? cache.scope.guest === null)
  const transfers = useTransfers(place, { id: folderId, name: folderName }, isFillable)
  const previewing = usePreview(place)
  const { startDraft, ...drafting } = useNewFolder(place)
  const renaming = useRenaming(place, folder => setDialog({ kind: 'folder', folder }))
  return {
    ...place,
    ...renaming,
    ...drafting,
    ...transfers,
    ...useDownloads(place),
    folderId,
    folderName,
    nameOf: (id: string | null): string =>
      listing.ancestors.find(crumb => crumb.id === id)?.name ??
      (id === folderId ? folderName : (cache.find(id ?? '')?.attributes.name ?? t('places.files'))),
    isFillable,
    dialog,
    setDialog,
    closeDialog: () => {
      setDialog(null)
      focusList()
    },
    ...previewing,
    open: openerOf(place, previewing.preview, setDialog),
    ask: (how: 'move' | 'copy') =>
      void transfers.picked(how === 'move' ? 'move' : 'download').then(picked => {
        if (picked.items.length > 0) setDialog({ kind: 'transfer', how, picked })
      }),
    newFolder: () =>
      unlessRestricted(
        'canCreateFolder',
        () => {
          if (place.isNarrow) setDialog({ kind: 'folder', folder: null })
          else startDraft()
        },
        listing.root,
      ),
  }
}

/** Folders are gone into, files looked at. */
const openerOf =
  (
    { goTo }: ListState,
    preview: (item: Item) => void,
    setDialog: (dialog: Dialog | null) => void,
  ) =>
  (item: Item) => {
    if (item.type === 'folder') goTo(item.id)
    // An admin sees that it is there; what is in it is its owner's.
    else if (!item.meta.can.download) setDialog({ kind: 'details', item })
    else preview(item)
  }

export type FolderState = ReturnType<typeof useFolder>
