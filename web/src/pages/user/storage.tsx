import type { Item } from '@coffer/contract/items'
import { browseTrash } from '@coffer/contract/trash'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { storageQuery, userQuery } from '../../features/account/account.api.ts'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { moveToTrash } from '../../features/items/item-actions.ts'
import { FreeSpace } from '../../features/storage/free-space.tsx'
import { LargestFiles } from '../../features/storage/largest-files.tsx'
import { clearEarlier } from '../../features/storage/storage.api.ts'
import { StorageUse } from '../../features/storage/storage-use.tsx'
import { TrafficChart } from '../../features/storage/traffic-chart.tsx'
import { clearTrash, deletePermanently } from '../../features/trash/trash-actions.ts'
import { api } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { useShowInFolder } from '../platform/use-reveal.ts'
import classes from './storage.module.css'

/** Spec §2, /user/settings/storage: what takes room, and how there will be more. */
export function StoragePage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(storageQuery)
  const actions = useFreeing()
  usePageTitle(t('account.storage'))
  return (
    <>
      <PageHead title={t('account.storage')} />
      <div className={classes.page}>
        {data && (
          <>
            <StorageUse storage={data} />
            <FreeSpace kinds={data.meta} {...actions.free} />
            <TrafficChart traffic={data.meta.traffic} />
            <LargestFiles {...actions.file} />
          </>
        )}
        {!data && error && (
          <EmptyState title={t('storage.failed')} text={t('files.failed_text')}>
            <Button onClick={() => void refetch()}>{t('files.retry')}</Button>
          </EmptyState>
        )}
        {!data && !error && <Waiting />}
      </div>
    </>
  )
}

const Waiting = () => (
  <div className={classes.waiting} aria-busy>
    {[210, 140, 220].map(height => (
      <Skeleton key={height} height={height} radius="md" />
    ))}
  </div>
)

/** Everything that makes room; the figures are asked for again when it is done. */
function useFreeing() {
  const cache = useListingCache()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const showInFolder = useShowInFolder()
  const settled = () => queries.invalidateQueries({ queryKey: userQuery.queryKey })
  const emptyTrash = async () => {
    const first = { params: { id: 'all' }, query: { page: 1 } }
    const { meta } = await api(browseTrash, first)
    await clearTrash(cache, meta.paginate.total)
  }
  return {
    free: {
      onEmptyTrash: () => void emptyTrash().catch(failurePopup).then(settled),
      onClearVersions: () => void clearEarlier().then(settled),
    },
    file: {
      onShow: (file: Item) => {
        if (file.attributes.deleted_at === null) showInFolder(file)
        else void navigate({ to: '/platform/trash/{-$id}', params: NO_FOLDER })
      },
      onRemove: (file: Item) => {
        const remove = file.attributes.deleted_at === null ? moveToTrash : deletePermanently
        void remove(cache, [file]).then(settled)
      },
    },
  }
}
