import {
  type AccountDeletionSummary,
  deleteAccount,
  getAccountDeletion,
} from '@coffer/contract/account-deletion'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { clearListOwner } from '../../lib/personal-list.ts'
import { markSignedOut } from '../../lib/session.ts'

/** What would go, as it is now: never an old figure. */
export const fetchAccountDeletion = async (): Promise<AccountDeletionSummary> =>
  (await api(getAccountDeletion, {})).data

type Reauthentication = Parameters<typeof api<typeof deleteAccount>>[1]['body']

/** Ends the account, forgets the person's data and leaves for the page that says so. */
export function useDeleteAccount(): (body: Reauthentication) => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async body => {
    await api(deleteAccount, { body })
    markSignedOut()
    await navigate({ to: '/account-deleted', replace: true })
    queries.clear()
    clearListOwner()
  }
}
