import { useQueryClient } from '@tanstack/react-query'
import { lazy, useCallback, useEffect } from 'react'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { UploadTray } from '../../features/uploads/upload-tray.tsx'
import { useUploadArrivals } from '../../features/uploads/use-uploads.ts'
import { SHARING } from '../../lib/closed-link.ts'
import { useDoor } from '../../lib/door.ts'
import { useStable } from '../../lib/use-stable.ts'
import { ConflictHost } from '../platform/conflict-host.tsx'
import { useDrops, useSafeDrops } from '../platform/use-drops.ts'
import { useUploading } from '../platform/use-uploading.ts'
import type { SharedFolder } from './use-shared-folder.ts'

const FolderChoice = lazy(async () => ({
  default: (await import('../platform/folder-choice.tsx')).FolderChoice,
}))

/** What an editor has on his way, and what he is asked about taken names. */
export function SharedUploads({ folder }: { folder: SharedFolder }) {
  const { setBringing } = folder
  const drops = useDrops(folder.nameOf)
  const upload = useStable(useUploading(folder.folderId).upload)
  useEffect(() => setBringing({ drops, upload }), [setBringing, drops, upload])
  const { guest } = useDoor()
  const cache = useListingCache()
  const queries = useQueryClient()
  const onArrivals = useCallback(() => void cache.refresh(), [cache])
  useUploadArrivals(onArrivals)
  useSafeDrops()
  return (
    <>
      <UploadTray
        owner={guest ?? ''}
        folderChoice={FolderChoice}
        // The link itself then says that it is locked.
        onLocked={() => void queries.invalidateQueries({ queryKey: [SHARING] })}
      />
      <ConflictHost />
    </>
  )
}
