import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EndedRequest } from '../../features/upload-requests/closed-request.tsx'
import { requestQuery } from '../../features/upload-requests/guest-requests.api.ts'
import { requestDoor } from '../../features/upload-requests/upload-request-scope.ts'
import { ApiScopeContext } from '../../lib/api-scope.ts'
import { isDeadEnd, LinkErrorPage, Opening } from './link-error.tsx'
import { GuestRequestFolder } from './upload-request-folder.tsx'

/** Spec §2, /request/:token/upload/:id?: active, filled or expired. */
export function RequestUploadPage() {
  const { token = '' } = useParams({ strict: false })
  const { data: asked, error, refetch } = useQuery(requestQuery(token))
  if (isDeadEnd(error, asked !== undefined))
    return <LinkErrorPage error={error} retry={() => void refetch()} />
  if (!asked) return <Opening />
  const folder = asked.relationships.folder.data
  if (asked.attributes.status !== 'active' || !folder) return <EndedRequest asked={asked} />
  return <Open key={token} asked={asked} folderId={folder.id} />
}

function Open({ asked, folderId }: { asked: GuestUploadRequest; folderId: string }) {
  const { token, name } = asked.attributes
  const top = useMemo(() => ({ id: folderId, name }), [folderId, name])
  const scope = useMemo(() => requestDoor(token, top), [token, top])
  return (
    <ApiScopeContext value={scope}>
      <GuestRequestFolder asked={asked} top={top} />
    </ApiScopeContext>
  )
}
