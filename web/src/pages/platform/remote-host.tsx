import { getItem } from '@coffer/contract/items'
import type { LiveEventOf } from '@coffer/contract/live'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { rememberRemote, remoteNews } from '../../features/remote-uploads/remote-news.ts'
import {
  isOver,
  remoteUploadsQuery,
  takeProgress,
} from '../../features/remote-uploads/remote-uploads.api.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/store.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'
import { useShowInFolder } from './use-reveal.ts'

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
  const showInFolder = useShowInFolder()
  const cache = useListingCache()
  async function show(id: string): Promise<void> {
    try {
      const { data } = await api(getItem, { params: { id } })
      // It may just have come: its place in the list counts once the list knows of it.
      await cache.refresh()
      showInFolder(data)
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
