import { deleteAccount, getLeaving } from '@coffer/contract/leaving'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { markSignedOut } from '../../lib/session.ts'

export const leavingQuery = queryOptions({
  queryKey: ['leaving'],
  queryFn: async ({ signal }) => (await api(getLeaving, {}, { signal })).data,
  // Shown right before everything goes: never an old figure.
  staleTime: 0,
})

type Proof = Parameters<typeof api<typeof deleteAccount>>[1]['body']

/** Ends the account, forgets the person's data and leaves for the page that says so. */
export function useDeleteAccount(): (body: Proof) => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async body => {
    await api(deleteAccount, { body })
    markSignedOut()
    await navigate({ to: '/account-deleted', replace: true })
    queries.clear()
  }
}
