import type { Request } from '@coffer/contract'
import {
  changeUsers,
  resendInvitation,
  type UserTask,
  withdrawInvitation,
} from '@coffer/contract/admin-user-tasks'
import {
  cancelEmailChange,
  reactivateUser,
  setCapacity,
  setRole,
  suspendUser,
} from '@coffer/contract/admin-users'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { USERS } from './users.api.ts'

export type UserChange = Request<typeof changeUsers>['body']['change']
export type UserSelection = Request<typeof changeUsers>['body']['selection']

/** One user, or the selected ones. */
export type ChangeTarget =
  | { kind: 'one'; id: string; name: string }
  | { kind: 'many'; count: number; selection: UserSelection; deselect: () => void }

/** Refetches all shown queries about users. */
export const refetchUsers = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: [USERS] })

/** Calls that change users; each refetches the shown users. */
export function useUserCalls() {
  const queries = useQueryClient()
  const refetched = async <T>(call: Promise<T>): Promise<T> => {
    const result = await call
    await refetchUsers(queries)
    return result
  }
  return {
    /** @returns the task that changes several users in the background; null for one user */
    change: (target: ChangeTarget, change: UserChange): Promise<UserTask | null> =>
      refetched(changeTarget(target, change)),
    cancelEmailChange: (id: string) => refetched(api(cancelEmailChange, { params: { id } })),
    resendInvitation: (id: string) => refetched(api(resendInvitation, { params: { id } })),
    withdrawInvitation: (id: string) => refetched(api(withdrawInvitation, { params: { id } })),
  }
}

async function changeTarget(target: ChangeTarget, change: UserChange): Promise<UserTask | null> {
  if (target.kind === 'many') {
    const { selection, deselect } = target
    const { data } = await api(changeUsers, { body: { selection, change } })
    // Otherwise deleted users would stay selected.
    deselect()
    return data
  }
  await changeOne(target.id, change)
  return null
}

async function changeOne(id: string, change: UserChange): Promise<void> {
  const params = { id }
  if (change.action === 'suspend')
    await api(suspendUser, { params, body: { reason: change.reason } })
  else if (change.action === 'reactivate') await api(reactivateUser, { params })
  else if (change.action === 'role') await api(setRole, { params, body: { role: change.role } })
  else if (change.action === 'capacity')
    await api(setCapacity, { params, body: { capacity_bytes: change.capacity_bytes } })
  else throw new Error('Deleting one user needs their name.')
}
