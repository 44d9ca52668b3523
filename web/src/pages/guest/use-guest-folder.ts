import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Drops } from '../../features/browse/drops.ts'
import type { DocumentParts } from '../../features/uploads/uploads.types.ts'
import { useApiScope } from '../../lib/api-scope.ts'
import { useFolder } from '../platform/use-folder.ts'

/** What comes with the uploads, which only those load who may bring something. */
export interface Bringing {
  drops: Drops
  upload: (folder: boolean, document?: DocumentParts) => void
  isSending: boolean
}

/** Where a guest came in. */
interface Top {
  id: string
  name: string
}

/** The folder in the address, or the one where a guest came in, and what every guest has there. */
export function useGuestFolder(top: Top) {
  const scope = useApiScope()
  const { id = top.id } = useParams({ strict: false })
  const shelf = useMemo(() => ({ place: 'folders', folderId: id, scope }) as const, [id, scope])
  const folder = useFolder(shelf, top.name)
  const [bringing, setBringing] = useState<Bringing | null>(null)
  return {
    ...folder,
    top,
    isTop: id === top.id,
    isFillable: folder.isFillable && bringing !== null,
    drops: folder.isFillable ? bringing?.drops : undefined,
    isSending: bringing?.isSending ?? false,
    upload: (...what: Parameters<Bringing['upload']>) => bringing?.upload(...what),
    setBringing,
  }
}

export type GuestFolder = ReturnType<typeof useGuestFolder>
