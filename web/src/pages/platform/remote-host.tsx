import { locateItem } from '@coffer/contract/browse'
import type { LiveEventOf } from '@coffer/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { useOrder } from '../../features/browse/order.ts'
import { rememberRemote, remoteNews } from '../../features/remote-uploads/remote-news.ts'
import {
  isOver,
  remoteUploadsQuery,
  takeProgress,
} from '../../features/remote-uploads/remote-uploads.api.ts'
import { api } from '../../lib/api.ts'
import { fileErrand } from '../../lib/file-errand.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { useStore } from '../../lib/store.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'

const RemoteBar = lazy(async () => ({
  default: (await import('../../features/remote-uploads/remote-bar.tsx')).RemoteBar,
}))

/** What is fetched from links, above every page of the signed-in area. */
export function RemoteHost() {
  const queries = useQueryClient()
  const { data } = useQuery(remoteUploadsQuery)
  const tellEnd = useEndNotice()
  const news = useStore(remoteNews)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is something new.
  useEffect(() => {
    if (news.length === 0) return
    remoteNews.set([])
    for (const event of news) {
      void takeProgress(queries, event)
      if (isOver(event) && event.total > 0) tellEnd(event)
    }
  }, [news])
  useEffect(() => {
    if (data === null) rememberRemote('none')
  }, [data])
  if (!data) return null
  return (
    <Suspense>
      <RemoteBar state={data} />
    </Suspense>
  )
}

/** Spec §8: a toast says that it is finished. */
function useEndNotice(): (event: LiveEventOf<'remote.progress'>) => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useListingCache()
  const [order] = useOrder()
  async function show(itemId: string): Promise<void> {
    try {
      // It may just have come: its place in the list counts once the list knows of it.
      await cache.refresh()
      const { data } = await api(locateItem, { params: { id: itemId }, query: order })
      fileErrand.set({ kind: 'reveal', folderId: data.parent_id, itemId, index: data.index })
      const params = data.parent_id ? { id: data.parent_id } : NO_FOLDER
      await navigate({ to: '/platform/files/{-$id}', params })
    } catch (error) {
      failurePopup(error)
    }
  }
  return ({ total, failed, file }) => {
    if (failed > 0) return dangerToast(t('remote.done_failed', { count: failed }))
    successToast(
      t('remote.done', { count: total }),
      file ? { label: t('remote.show'), run: () => void show(file.id) } : undefined,
    )
  }
}
