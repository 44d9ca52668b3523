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
  /** Called after an upload has finished. */
  onUploaded?: (() => void) | undefined
}

/** The uploads of a guest and their name conflicts. */
export function GuestUploads({ folder, onUploaded }: GuestUploadsProps) {
  const { setUploadActions } = folder
  const drops = useDrops()
  const uploading = useUploading(folder.folderId)
  const upload = useStable(uploading.upload)
  usePasteEvent(pasted => {
    const isUpload = folder.isFillable && pasted.files.length > 0
    if (isUpload) uploading.uploadPasted(pasted)
    return isUpload
  })
  const isSending = isRunning(useUploads())
  useEffect(
    () => setUploadActions({ drops, upload, isSending }),
    [setUploadActions, drops, upload, isSending],
  )
  const { guest, more } = useApiScope()
  const cache = useListingCache()
  const queries = useQueryClient()
  /** Refetches the link, whose state explains the failure. */
  const refetchLink = useCallback(
    () => void queries.invalidateQueries({ queryKey: LINK }),
    [queries],
  )
  const onUploads = useCallback(() => {
    void cache.refresh()
    onUploaded?.()
  }, [cache, onUploaded])
  useUploadArrivals(onUploads)
  useSafeDrops()
  useEffect(
    () =>
      uploads().queue.listen({ failed: (_, { code }) => isClosedLinkError(code) && refetchLink() }),
    [refetchLink],
  )
  return (
    <>
      <UploadTray owner={guest ?? ''} folderChoice={FolderChoice} onLocked={refetchLink} />
      {more && <ConflictHost />}
    </>
  )
}
