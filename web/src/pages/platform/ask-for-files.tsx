import type { UploadRequest } from '@coffer/contract/upload-requests'
import { useQuery } from '@tanstack/react-query'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { documentTypesQuery } from '../../features/documents/document-types.api.ts'
import { copyLink } from '../../features/shares/copy-link.ts'
import { RequestsDialog } from '../../features/upload-requests/requests-dialog.tsx'

interface AskForFilesProps {
  /** Into which folder; null is home. */
  folderId: string | null
  changed?: UploadRequest | undefined
  onClose: () => void
}

/** Asking others for files that come into a folder. */
export function AskForFiles(props: AskForFilesProps) {
  const { data: types = [] } = useQuery(documentTypesQuery)
  const cache = useListingCache()
  return (
    <RequestsDialog
      {...props}
      types={types}
      onCopy={link => void copyLink(link)}
      onMade={() => void cache.refresh()}
    />
  )
}
