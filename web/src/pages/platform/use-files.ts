import type { Item } from '@coffer/contract/items'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shelf } from '../../features/browse/browse.api.ts'
import { useDocumentTypes } from '../../features/documents/document-types.api.ts'
import { makeFolder } from '../../features/items/item-actions.ts'
import type { Picked } from '../../features/items/whole-actions.ts'
import { NO_HANDLES } from '../../features/uploads/file-handles.ts'
import { pickFiles } from '../../features/uploads/pick-files.ts'
import { announceRefusals } from '../../features/uploads/upload-words.ts'
import { uploads } from '../../features/uploads/uploads.ts'
import type { DocumentParts } from '../../features/uploads/uploads.types.ts'
import { useDownloads } from './use-downloads.ts'
import { useDrops } from './use-drops.ts'
import { useFavourites } from './use-favourites.ts'
import { focusList, type PlaceState, usePlace } from './use-place.ts'
import { usePreview } from './use-preview.ts'
import { useRenaming } from './use-renaming.ts'
import { useRestrictions } from './use-restrictions.ts'
import { useReveal, useShowInFolder } from './use-reveal.ts'
import { useSharing } from './use-sharing.ts'
import { useTransfers } from './use-transfers.ts'

export type Dialog =
  | { kind: 'transfer'; how: 'move' | 'copy'; picked: Picked }
  /** Null for a folder that is still to be made. */
  | { kind: 'folder'; folder: Item | null }
  | { kind: 'details'; item: Item }
  | { kind: 'customer' }
  | { kind: 'remote' }
  | { kind: 'document'; items: readonly Item[] }
  /** What everything of an upload is as a document. */
  | { kind: 'upload' }
  | { kind: 'share'; item: Item }
  | { kind: 'keys' }

/** A folder or a list across folders, and everything that can be done in it. */
export function useFiles(shelf: Shelf, top: string) {
  const { t } = useTranslation()
  const place = usePlace(shelf)
  const { folderId } = shelf
  const { cache, listing } = place
  const { unlessRestricted } = useRestrictions()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  useReveal(place)
  const folderName = listing.root?.attributes.name ?? top
  const nameOf = (id: string | null) =>
    listing.ancestors.find(crumb => crumb.id === id)?.name ??
    (id === folderId ? folderName : (cache.find(id ?? '')?.attributes.name ?? t('places.files')))
  const transfers = useTransfers(place, { id: folderId, name: folderName })
  const previewing = usePreview(place)
  const renaming = useRenaming(place, folder => setDialog({ kind: 'folder', folder }))

  return {
    ...place,
    ...renaming,
    ...transfers,
    ...useDownloads(place),
    folderId,
    folderName,
    /** Whether anything can be put into what is shown. */
    isFillable: !place.isFlat && (listing.root?.meta.can.add ?? true),
    ...useFavourites(place),
    showInFolder: useShowInFolder(),
    dialog,
    drops: useDrops(nameOf),
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
    ...useDocumentChoice(transfers.chosen, setDialog),
    ...useSharing(place, setDialog),
    newFolder: () =>
      unlessRestricted('canCreateFolder', () => {
        if (place.isNarrow) setDialog({ kind: 'folder', folder: null })
        else void makeFolder(cache, folderId).then(made => made && renaming.startRename(made))
      }),
    newCustomer: () => unlessRestricted('canCreateFolder', () => setDialog({ kind: 'customer' })),
    ...useUploading(folderId),
    uploadFromLinks: () => unlessRestricted('canUpload', () => setDialog({ kind: 'remote' })),
  }
}

function useUploading(folderId: string | null) {
  const { unlessRestricted } = useRestrictions()
  return {
    upload: (folder: boolean, document?: DocumentParts) =>
      unlessRestricted('canUpload', () => {
        uploads().prepare()
        void pickFiles({ folder })
          .then(picked => uploads().choose(picked, folderId, document))
          .then(announceRefusals)
      }),
    uploadImages: (images: File[]) =>
      unlessRestricted('canUpload', () => {
        void uploads()
          .choose({ files: images, handles: NO_HANDLES }, folderId)
          .then(announceRefusals)
      }),
  }
}

/** What selected items are as documents. */
function useDocumentChoice(
  chosen: ReturnType<typeof useTransfers>['chosen'],
  setDialog: (dialog: Dialog) => void,
) {
  return {
    hasDocumentTypes: useDocumentTypes().length > 0,
    askDocument: () =>
      void chosen('edit').then(items => {
        if (items.length > 0) setDialog({ kind: 'document', items })
      }),
  }
}

/** Folders are gone into, files looked at. */
const openerOf =
  (
    { goTo }: PlaceState,
    preview: (item: Item) => void,
    setDialog: (dialog: Dialog | null) => void,
  ) =>
  (item: Item) => {
    if (item.type === 'folder') goTo(item.id)
    // An admin sees that it is there; what is in it is its owner's.
    else if (!item.meta.can.download) setDialog({ kind: 'details', item })
    else preview(item)
  }

export type Files = ReturnType<typeof useFiles>
