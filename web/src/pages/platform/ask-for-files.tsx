import { useQuery } from '@tanstack/react-query'
import { documentTypesQuery } from '../../features/documents/document-types.api.ts'
import { copyLink } from '../../features/shares/copy-link.ts'
import { RequestsDialog } from '../../features/upload-requests/requests-dialog.tsx'
import type { Files } from './use-files.ts'

/** Asking others for files that come into the folder that is shown. */
export function AskForFiles({ files }: { files: Files }) {
  const { data: types = [] } = useQuery(documentTypesQuery)
  return (
    <RequestsDialog
      folderId={files.folderId}
      types={types}
      onCopy={link => void copyLink(link)}
      onMade={() => void files.cache.refresh()}
      onClose={files.closeDialog}
    />
  )
}
