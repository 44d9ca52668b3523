import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Drops } from '../../features/browse/drops.ts'
import type { DocumentParts } from '../../features/uploads/uploads.types.ts'
import { useApiScope } from '../../lib/api-scope.ts'
import { useFolder } from '../platform/use-folder.ts'

/** Upload functions, loaded only for guests who can upload. */
export interface GuestUploadActions {
  drops: Drops
  upload: (folder: boolean, document?: DocumentParts) => void
  isSending: boolean
}

/** The access root of a guest. */
interface Top {
  id: string
  name: string
}

/** The state of a guest's folder: the one in the URL, or the access root. */
export function useGuestFolder(top: Top) {
  const scope = useApiScope()
  const { id = top.id } = useParams({ strict: false })
  const location = useMemo(() => ({ place: 'folders', folderId: id, scope }) as const, [id, scope])
  const folder = useFolder(location, top.name)
  const [uploadActions, setUploadActions] = useState<GuestUploadActions | null>(null)
  return {
    ...folder,
    top,
    isTop: id === top.id,
    isFillable: folder.isFillable && uploadActions !== null,
    drops: folder.isFillable ? uploadActions?.drops : undefined,
    isSending: uploadActions?.isSending ?? false,
    upload: (...args: Parameters<GuestUploadActions['upload']>) => uploadActions?.upload(...args),
    setUploadActions,
  }
}

export type GuestFolder = ReturnType<typeof useGuestFolder>
