import { useQueryClient } from '@tanstack/react-query'
import { lazy, useCallback } from 'react'
import { userQuery, useUser } from '../../features/account/account.api.ts'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { useLive } from '../../features/live/live.ts'
import { UploadTray } from '../../features/uploads/upload-tray.tsx'
import { uploads } from '../../features/uploads/uploads.ts'
import { useUploadArrivals } from '../../features/uploads/use-uploads.ts'
import { ConflictHost } from './conflict-host.tsx'
import { useSafeDrops } from './use-drops.ts'
import { usePausedUploads } from './use-paused-uploads.ts'

const FolderChoice = lazy(async () => ({
  default: (await import('./folder-choice.tsx')).FolderChoice,
}))

const UploadedDocuments = lazy(async () => ({
  default: (await import('./uploaded-documents.tsx')).UploadedDocuments,
}))

/** Present on every page of the signed-in area: upload tray and name conflicts. */
export function UploadDock() {
  const { id } = useUser()
  const cache = useListingCache()
  const queries = useQueryClient()
  const onUploads = useCallback(
    (withFolders: boolean) => {
      void (withFolders ? cache.refresh() : cache.refreshLists())
      void queries.invalidateQueries(userQuery)
    },
    [cache, queries],
  )
  useUploadArrivals(onUploads)
  const refreshOtherDevices = () => uploads().findOtherDeviceUploads()
  useLive('uploads.changed', refreshOtherDevices)
  useLive('refresh', refreshOtherDevices)
  useSafeDrops()
  const resume = usePausedUploads(id)
  return (
    <>
      <UploadTray
        owner={id}
        folderChoice={FolderChoice}
        afterwards={UploadedDocuments}
        onLocked={() => void resume()}
      />
      <ConflictHost />
    </>
  )
}
