import {
  changeBillingAlert,
  createBillingAlert,
  deleteBillingAlert,
  deleteSpendingCap,
  getUsage,
  setSpendingCap,
  type UsageOverview,
} from '@coffer/contract/spending'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { USER } from '../../lib/favourites.ts'
import { failurePopup } from '../../ui/popups/popups.ts'

/** Below the user's query key, so that it is refetched with the user. */
export const usageQuery = queryOptions({
  queryKey: [...USER, 'usage'],
  queryFn: async ({ signal }) => (await api(getUsage, {}, { signal })).data,
})

/** Calls that set or remove the alert and the cap. */
export function useLimitCalls({ alert }: Pick<UsageOverview, 'alert'>) {
  const queries = useQueryClient()
  /** Shows a failure. @returns whether it was saved */
  async function apply(call: Promise<{ data: Pick<UsageOverview, 'alert' | 'cap'> }>) {
    const isSaved = await call.then(
      ({ data }) => {
        queries.setQueryData(usageQuery.queryKey, old => old && { ...old, ...data })
        return true
      },
      error => {
        failurePopup(error)
        return false
      },
    )
    // The cap may restrict or free the account.
    await queries.invalidateQueries({ queryKey: USER })
    return isSaved
  }
  return {
    /** @param amount minor units, null removes the alert */
    setAlert: (amount: number | null) => {
      if (amount === null) return apply(api(deleteBillingAlert, {}))
      return apply(api(alert ? changeBillingAlert : createBillingAlert, { body: { amount } }))
    },
    /** @param amount minor units, null removes the cap */
    setCap: (amount: number | null) =>
      apply(
        amount === null ? api(deleteSpendingCap, {}) : api(setSpendingCap, { body: { amount } }),
      ),
  }
}
