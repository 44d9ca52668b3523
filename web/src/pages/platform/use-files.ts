import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { useUserOrNull } from '../../features/account/account.api.ts'
import type { ListLocation } from '../../features/browse/browse.api.ts'
import { useDocumentTypes } from '../../features/documents/document-types.api.ts'
import { alertPopup, withFailurePopup } from '../../ui/popups/popups.ts'
import { useDrops } from './use-drops.ts'
import { useFavourites } from './use-favourites.ts'
import { type Dialog, useFolder } from './use-folder.ts'
import { useRestrictions } from './use-restrictions.ts'
import { useGoUp, useReveal, useShowInFolder } from './use-reveal.ts'
import { useSharing } from './use-sharing.ts'
import type { useTransfers } from './use-transfers.ts'
import { useUploading } from './use-uploading.ts'

/** The state and all actions of a folder or a list across folders. */
export function useFiles(location: ListLocation, top: string) {
  const folder = useFolder(location, top)
  const { setDialog } = folder
  const { unlessRestricted } = useRestrictions()
  useReveal(folder)
  return {
    ...folder,
    ...useFavourites(folder),
    showInFolder: useShowInFolder(),
    goUpAndSelect: useGoUp(folder),
    drops: useDrops(folder.listing.root),
    ...useDocumentChoice(folder.loadSelection, setDialog),
    ...useSharing(folder, setDialog),
    usesCustomers: useUserOrNull()?.meta.usages.customer_folders ?? false,
    /** The web app offers it in the root only; the command search offers it in every folder (FILES-15). */
    newCustomer: () =>
      folder.folderId === null
        ? unlessRestricted('canCreateFolder', () => setDialog({ kind: 'customer' }))
        : alertPopup({ title: i18next.t('customers.only_at_root') }),
    ...useUploading(folder.folderId, folder.listing.root),
    /** Received files count toward the owner of the folder, so only they can request files. */
    canRequestFiles: folder.isFillable && (folder.listing.root?.meta.can.share ?? true),
    requestFiles: () => setDialog({ kind: 'requests', folderId: folder.folderId }),
    uploadFromLinks: () =>
      unlessRestricted('canUpload', () => setDialog({ kind: 'remote' }), folder.listing.root),
    newTeam: () =>
      unlessRestricted('canCreateTeamFolder', () =>
        setDialog({ kind: 'team', how: 'create', folder: null }),
      ),
    convertToTeam: (item: Item) =>
      unlessRestricted('canCreateTeamFolder', () =>
        setDialog({ kind: 'team', how: 'convert', folder: item }),
      ),
  }
}

/** The document type of selected items. */
function useDocumentChoice(
  chosen: ReturnType<typeof useTransfers>['loadSelection'],
  setDialog: (dialog: Dialog) => void,
) {
  return {
    hasDocumentTypes: useDocumentTypes().length > 0,
    editDocument: withFailurePopup(async () => {
      const items = await chosen('edit')
      if (items.length > 0) setDialog({ kind: 'document', items })
    }),
  }
}

export type Files = ReturnType<typeof useFiles>
