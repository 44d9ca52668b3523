import { deleteAccount, getLeaving, type Leaving } from '@coffer/contract/account-deletion'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { forgetPerson } from '../../lib/personal-list.ts'
import { markSignedOut } from '../../lib/session.ts'

/** What would go, as it is now: never an old figure. */
export const askLeaving = async (): Promise<Leaving> => (await api(getLeaving, {})).data

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
    forgetPerson()
  }
}
