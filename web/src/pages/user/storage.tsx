import type { Item } from '@coffer/contract/items'
import { browseTrash } from '@coffer/contract/trash'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { storageQuery, userQuery } from '../../features/account/account.api.ts'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { moveToTrash } from '../../features/items/item-actions.ts'
import { FreeSpace } from '../../features/storage/free-space.tsx'
import { LargestFiles } from '../../features/storage/largest-files.tsx'
import { clearAllVersions } from '../../features/storage/storage.api.ts'
import { StorageUse } from '../../features/storage/storage-use.tsx'
import { TrafficChart } from '../../features/storage/traffic-chart.tsx'
import { clearTrash, deletePermanently } from '../../features/trash/trash-actions.ts'
import { api } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { EmptyState, StateIcon } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { useShowInFolder } from '../platform/use-reveal.ts'
import classes from './storage.module.css'

/** The page /user/settings/storage (APP-2): usage, and how to free space. */
export function StoragePage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(storageQuery)
  const actions = useFreeSpaceActions()
  usePageTitle(t('account.storage'))
  return (
    <>
      <PageHeader title={t('account.storage')} />
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
          <EmptyState
            picture={<StateIcon icon={CircleAlert} isDanger />}
            title={t('storage.failed')}
            text={t('files.failed_text')}
          >
            <Button onClick={() => void refetch()}>{t('files.retry')}</Button>
          </EmptyState>
        )}
        {!data && !error && <Waiting />}
      </div>
    </>
  )
}

const Waiting = () => (
  <div className={classes.loading} aria-busy>
    {[210, 140, 220].map(height => (
      <Skeleton key={height} height={height} radius="md" />
    ))}
  </div>
)

/** Actions that free space and refetch the usage afterwards. */
function useFreeSpaceActions() {
  const cache = useListingCache()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const showInFolder = useShowInFolder()
  const refetchUsage = () => queries.invalidateQueries({ queryKey: userQuery.queryKey })
  const emptyTrash = async () => {
    const firstPage = { params: { id: 'all' }, query: { page: 1 } }
    const { meta } = await api(browseTrash, firstPage)
    await clearTrash(cache, {
      count: meta.paginate.total,
      removedUntil: meta.removed_until,
    })
  }
  return {
    free: {
      onEmptyTrash: () => void emptyTrash().catch(failurePopup).then(refetchUsage),
      onClearVersions: () => void clearAllVersions().then(refetchUsage),
    },
    file: {
      onShow: (file: Item) => {
        if (file.attributes.deleted_at === null) showInFolder(file)
        else void navigate({ to: '/platform/trash/{-$id}', params: NO_FOLDER })
      },
      onRemove: (file: Item) => {
        const remove = file.attributes.deleted_at === null ? moveToTrash : deletePermanently
        void remove(cache, [file]).then(refetchUsage)
      },
    },
  }
}
