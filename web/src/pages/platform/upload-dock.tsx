import { useQueryClient } from '@tanstack/react-query'
import { lazy, useCallback } from 'react'
import { userQuery, useUser } from '../../features/account/account.api.ts'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { useLive } from '../../features/live/live.ts'
import { UploadTray } from '../../features/uploads/upload-tray.tsx'
import { uploads } from '../../features/uploads/uploads.ts'
import { useUploadArrivals } from '../../features/uploads/use-uploads.ts'
import { markUnauthorised } from '../../lib/session.ts'
import { ConflictHost } from './conflict-host.tsx'
import { useSafeDrops } from './use-drops.ts'

const FolderChoice = lazy(async () => ({
  default: (await import('./folder-choice.tsx')).FolderChoice,
}))

const UploadedDocuments = lazy(async () => ({
  default: (await import('./uploaded-documents.tsx')).UploadedDocuments,
}))

/** What stays on every page of the signed-in area: the upload tray, and questions about taken names. */
export function UploadDock() {
  const { id } = useUser()
  const cache = useListingCache()
  const queries = useQueryClient()
  const onArrivals = useCallback(
    (withFolders: boolean) => {
      void (withFolders ? cache.refresh() : cache.refreshLists())
      void queries.invalidateQueries(userQuery)
    },
    [cache, queries],
  )
  useUploadArrivals(onArrivals)
  const lookElsewhere = () => uploads().lookElsewhere()
  useLive('uploads.changed', lookElsewhere)
  useLive('refresh', lookElsewhere)
  useSafeDrops()
  return (
    <>
      <UploadTray
        owner={id}
        folderChoice={FolderChoice}
        afterwards={UploadedDocuments}
        onLocked={markUnauthorised}
      />
      <ConflictHost />
    </>
  )
}
