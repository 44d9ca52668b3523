import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { StorageUse } from '../../features/storage/storage-use.tsx'
import { TrafficChart } from '../../features/storage/traffic-chart.tsx'
import { userStorageQuery } from '../../features/users/access.api.ts'
import { LargeFilesCard, LimitCard } from '../../features/users/storage-cards.tsx'
import { UserFrame } from '../../features/users/user-frame.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'

/** The page /admin/user/:id/storage. */
export function UserStoragePage() {
  const { id = '' } = useParams({ strict: false })
  return (
    <UserFrame id={id} tab="storage">
      {user => <StorageParts user={user} />}
    </UserFrame>
  )
}

function StorageParts({ user }: { user: AdminUserDetail }) {
  const { data, isError, refetch } = useQuery(userStorageQuery(user.id))
  return (
    <>
      {data && <StorageUse storage={data.data} />}
      <LimitCard user={user} />
      {data && (
        <>
          <TrafficChart traffic={data.data.meta.traffic} />
          <LargeFilesCard files={data.largest} />
        </>
      )}
      {isError && <PartFailure retry={refetch} />}
      {!data && !isError && (
        <div aria-busy>
          <Skeleton height={210} radius="lg" />
          <Skeleton height={240} radius="lg" mt={14} />
        </div>
      )}
    </>
  )
}
