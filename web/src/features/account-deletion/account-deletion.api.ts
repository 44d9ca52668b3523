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

/** Fetches what would be deleted, never from a cache. */
export const fetchAccountDeletion = async (): Promise<AccountDeletionSummary> =>
  (await api(getAccountDeletion, {})).data

type Reauthentication = Parameters<typeof api<typeof deleteAccount>>[1]['body']

/** Deletes the account, clears the user's data and opens the confirmation page. */
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
