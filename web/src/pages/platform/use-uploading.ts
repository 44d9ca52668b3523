import type { Item } from '@coffer/contract/items'
import { uploadPasted } from '../../features/uploads/pasting.ts'
import { pickFiles } from '../../features/uploads/pick-files.ts'
import { announceRejections } from '../../features/uploads/upload-texts.ts'
import { uploads } from '../../features/uploads/uploads.ts'
import type { DocumentParts } from '../../features/uploads/uploads.types.ts'
import { useRestrictions } from './use-restrictions.ts'

/** Uploads selected or pasted files into a folder. */
export function useUploading(folderId: string | null, folder?: Item | null) {
  const { unlessRestricted } = useRestrictions()
  return {
    upload: (isFolder: boolean, document?: DocumentParts) =>
      unlessRestricted(
        'canUpload',
        () => {
          uploads().prepare()
          void pickFiles({ folder: isFolder })
            .then(picked => uploads().choose(picked, folderId, document))
            .then(announceRejections)
        },
        folder,
      ),
    uploadPasted: (pasted: DataTransfer) =>
      unlessRestricted(
        'canUpload',
        () => void uploadPasted(pasted, folderId).then(announceRejections),
        folder,
      ),
  }
}
