import { useQueryClient } from '@tanstack/react-query'
import { SUBSCRIPTIONS } from '../features/admin-subscriptions/admin-subscriptions.api.ts'
import { dashboardQuery } from '../features/dashboard/dashboard.api.ts'
import { INVOICES_KEY } from '../features/invoices/invoices.api.ts'
import { PLANS } from '../features/plans/plans.api.ts'
import { USERS } from '../features/users/users.api.ts'
import { USER } from '../lib/favourites.ts'

/** Limits and restrictions of users follow from their billing, also for the administrator. */
const CHANGED_KEYS = [
  [SUBSCRIPTIONS],
  INVOICES_KEY,
  [PLANS],
  [USERS],
  dashboardQuery.queryKey,
  USER,
]

/** @returns a function that refetches everything that shows the billing of users */
export function useBillingRefresh(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(CHANGED_KEYS.map(queryKey => queries.invalidateQueries({ queryKey })))
}
