import type { UploadRequest } from '@coffer/contract/upload-requests'
import { useQuery } from '@tanstack/react-query'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { documentTypesQuery } from '../../features/documents/document-types.api.ts'
import { copyLink } from '../../features/shares/copy-link.ts'
import { RequestsDialog } from '../../features/upload-requests/requests-dialog.tsx'

interface UploadRequestDialogProps {
  /** The folder to upload into; null for home. */
  folderId: string | null
  edited?: UploadRequest | undefined
  onClose: () => void
}

/** The dialog that creates or edits an upload request. */
export function UploadRequestDialog(props: UploadRequestDialogProps) {
  const { data: types = [] } = useQuery(documentTypesQuery)
  const cache = useListingCache()
  return (
    <RequestsDialog
      {...props}
      types={types}
      onCopy={link => void copyLink(link)}
      onCreated={() => void cache.refresh()}
    />
  )
}
