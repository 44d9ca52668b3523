import type { Item } from '@coffer/contract/items'
import type { UploadRequest } from '@coffer/contract/upload-requests'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { copyLink } from '../../features/shares/copy-link.ts'
import { RequestCard } from '../../features/upload-requests/request-card.tsx'
import { requestsQuery } from '../../features/upload-requests/requests.api.ts'
import { PartFailure } from '../../ui/part-failure.tsx'

const AskForFiles = lazy(async () => ({
  default: (await import('./ask-for-files.tsx')).AskForFiles,
}))

/** Files that others are asked to send into a folder. */
export function RequestSection({ folder }: { folder: Item }) {
  const { data, isError, refetch } = useInfiniteQuery(requestsQuery)
  const [asking, setAsking] = useState<{ changed?: UploadRequest } | null>(null)
  const request = data?.pages
    .flatMap(page => page.data)
    .find(one => one.attributes.folder_id === folder.id)
  if (isError && !data) return <PartFailure retry={refetch} />
  return (
    <>
      <RequestCard
        request={request ?? null}
        onAsk={() => setAsking({})}
        onCopy={link => void copyLink(link)}
        onChange={changed => setAsking({ changed })}
      />
      {asking && (
        <Suspense>
          <AskForFiles folderId={folder.id} {...asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  )
}
