import type { Item } from '@coffer/contract/items'
import type { UploadRequest } from '@coffer/contract/upload-requests'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { copyLink } from '../../features/shares/copy-link.ts'
import { RequestCard } from '../../features/upload-requests/request-card.tsx'
import { folderRequestQuery } from '../../features/upload-requests/requests.api.ts'
import { PartFailure } from '../../ui/part-failure.tsx'

const UploadRequestDialog = lazy(async () => ({
  default: (await import('./upload-request-dialog.tsx')).UploadRequestDialog,
}))

/** The upload request of a folder in its details. */
export function RequestSection({ folder }: { folder: Item }) {
  const { data: request, isError, refetch } = useQuery(folderRequestQuery(folder.id))
  const [editing, setEditing] = useState<{ edited?: UploadRequest } | null>(null)
  if (isError && request === undefined) return <PartFailure retry={refetch} />
  return (
    <>
      <RequestCard
        request={request ?? null}
        onCreate={() => setEditing({})}
        onCopy={link => void copyLink(link)}
        onChange={edited => setEditing({ edited })}
      />
      {editing && (
        <Suspense>
          <UploadRequestDialog folderId={folder.id} {...editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </>
  )
}
