import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EndedRequest } from '../../features/upload-requests/closed-request.tsx'
import { requestQuery } from '../../features/upload-requests/guest-requests.api.ts'
import { createRequestScope } from '../../features/upload-requests/upload-request-scope.ts'
import { ApiScopeContext } from '../../lib/api-scope.ts'
import { isLinkUnusable, LinkErrorPage, LinkLoading } from './link-error.tsx'
import { GuestRequestFolder } from './upload-request-folder.tsx'

/** The page /request/:token/upload/:id?: active, filled or expired. */
export function RequestUploadPage() {
  const { token = '' } = useParams({ strict: false })
  const { data: request, error, refetch } = useQuery(requestQuery(token))
  if (isLinkUnusable(error, request !== undefined))
    return <LinkErrorPage error={error} retry={() => void refetch()} />
  if (!request) return <LinkLoading />
  const folder = request.relationships.folder.data
  if (request.attributes.status !== 'active' || !folder) return <EndedRequest request={request} />
  return <OpenRequest key={token} request={request} folderId={folder.id} />
}

function OpenRequest({ request, folderId }: { request: GuestUploadRequest; folderId: string }) {
  const { token, name } = request.attributes
  const top = useMemo(() => ({ id: folderId, name }), [folderId, name])
  const scope = useMemo(() => createRequestScope(token, top), [token, top])
  return (
    <ApiScopeContext value={scope}>
      <GuestRequestFolder request={request} top={top} />
    </ApiScopeContext>
  )
}
