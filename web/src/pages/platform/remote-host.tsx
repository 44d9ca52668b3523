import { locateItem } from '@coffer/contract/browse'
import { FAILED_LINKS } from '@coffer/contract/constants'
import type { LiveEventOf } from '@coffer/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { useOrder } from '../../features/browse/order.ts'
import {
  remoteUploadEvents,
  setRemoteState,
  takeRemoteUploadEvents,
} from '../../features/remote-uploads/remote-upload-events.ts'
import {
  applyProgress,
  isFinished,
  remoteUploadsQuery,
} from '../../features/remote-uploads/remote-uploads.api.ts'
import { api } from '../../lib/api.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { pendingCommand } from '../../lib/pending-command.ts'
import { useStore } from '../../lib/store.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'

const RemoteBar = lazy(async () => ({
  default: (await import('../../features/remote-uploads/remote-bar.tsx')).RemoteBar,
}))

/** The progress of remote uploads, above every page of the signed-in area. */
export function RemoteHost() {
  const queries = useQueryClient()
  const { data } = useQuery(remoteUploadsQuery)
  const showFailed = useFailedLinks()
  const showEndToast = useEndNotice()
  const events = useStore(remoteUploadEvents)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new event.
  useEffect(() => {
    for (const event of takeRemoteUploadEvents()) {
      void applyProgress(queries, event)
      if (isFinished(event) && event.total > 0) showEndToast(event)
    }
  }, [events])
  // The queue is cleared when all links are processed.
  const isCleared = data === null || (data !== undefined && isFinished(data))
  useEffect(() => {
    if (isCleared) setRemoteState('none')
  }, [isCleared])
  if (!data || isCleared) return null
  return (
    <Suspense>
      <RemoteBar state={data} onWhy={showFailed} />
    </Suspense>
  )
}

/** Opens the failed links over the current page without adding a history entry. */
function useFailedLinks(): () => void {
  const navigate = useNavigate()
  return () => void navigate({ to: '.', search: true, hash: FAILED_LINKS, replace: true })
}

/** Shows a toast when remote uploads are finished. */
function useEndNotice(): (event: LiveEventOf<'remote.progress'>) => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const showFailed = useFailedLinks()
  const cache = useListingCache()
  const [order] = useOrder()
  async function show(itemId: string): Promise<void> {
    try {
      // Refresh first, because the index of a new file counts only in an updated list.
      await cache.refresh()
      const { data } = await api(locateItem, { params: { id: itemId }, query: order })
      pendingCommand.set({
        kind: 'reveal',
        location: 'folders',
        folderId: data.parent_id,
        itemId,
        index: data.index,
      })
      const params = data.parent_id ? { id: data.parent_id } : NO_FOLDER
      await navigate({ to: '/platform/files/{-$id}', params })
    } catch (error) {
      failurePopup(error)
    }
  }
  return ({ total, failed, file }) => {
    if (failed > 0) {
      const showReasons = { label: t('remote.why'), run: showFailed }
      return dangerToast(t('remote.done_failed', { count: failed }), showReasons)
    }
    successToast(
      t('remote.done', { count: total }),
      file ? { label: t('remote.show'), run: () => void show(file.id) } : undefined,
    )
  }
}
