import { useQueryClient } from '@tanstack/react-query'
import { lazy, useCallback, useEffect } from 'react'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { usePasteEvent } from '../../features/uploads/pasting.ts'
import { UploadTray } from '../../features/uploads/upload-tray.tsx'
import { uploads } from '../../features/uploads/uploads.ts'
import { isRunning, useUploadArrivals, useUploads } from '../../features/uploads/use-uploads.ts'
import { useApiScope } from '../../lib/api-scope.ts'
import { isClosedLinkError, LINK } from '../../lib/closed-link.ts'
import { useStable } from '../../lib/use-stable.ts'
import { useDrops, useSafeDrops } from '../platform/use-drops.ts'
import { useUploading } from '../platform/use-uploading.ts'
import type { GuestFolder } from './use-guest-folder.ts'

const ConflictHost = lazy(async () => ({
  default: (await import('../platform/conflict-host.tsx')).ConflictHost,
}))
const FolderChoice = lazy(async () => ({
  default: (await import('../platform/folder-choice.tsx')).FolderChoice,
}))

interface GuestUploadsProps {
  folder: GuestFolder
  /** Some of it has come in. */
  onArrived?: (() => void) | undefined
}

/** What a guest has on his way, and what he is asked about taken names. */
export function GuestUploads({ folder, onArrived }: GuestUploadsProps) {
  const { setBringing } = folder
  const drops = useDrops(folder.nameOf)
  const uploading = useUploading(folder.folderId)
  const upload = useStable(uploading.upload)
  usePasteEvent(pasted => {
    const isMeant = folder.isFillable && pasted.files.length > 0
    if (isMeant) uploading.uploadPasted(pasted)
    return isMeant
  })
  const isSending = isRunning(useUploads())
  useEffect(
    () => setBringing({ drops, upload, isSending }),
    [setBringing, drops, upload, isSending],
  )
  const { guest, more } = useApiScope()
  const cache = useListingCache()
  const queries = useQueryClient()
  /** The link itself says what has become of it. */
  const askLink = useCallback(() => void queries.invalidateQueries({ queryKey: LINK }), [queries])
  const onArrivals = useCallback(() => {
    void cache.refresh()
    onArrived?.()
  }, [cache, onArrived])
  useUploadArrivals(onArrivals)
  useSafeDrops()
  useEffect(
    () => uploads().queue.listen({ failed: (_, { code }) => isClosedLinkError(code) && askLink() }),
    [askLink],
  )
  return (
    <>
      <UploadTray owner={guest ?? ''} folderChoice={FolderChoice} onLocked={askLink} />
      {more && <ConflictHost />}
    </>
  )
}
