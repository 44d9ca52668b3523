// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { queries, setUpRendering, showHook } from '../../test/render.tsx'
import { userSubscriptionQuery } from '../features/admin-subscriptions/admin-subscriptions.api.ts'
import { dashboardQuery } from '../features/dashboard/dashboard.api.ts'
import { invoiceQuery } from '../features/invoices/invoices.api.ts'
import { userDetailQuery } from '../features/users/users.api.ts'
import { useBillingRefresh } from './use-billing-refresh.ts'

setUpRendering()

test('a correction of an invoice refetches the billing of its user, and the figures', async () => {
  const keys = [
    invoiceQuery('invoice', 'en', 'all').queryKey,
    userSubscriptionQuery('user').queryKey,
    userDetailQuery('user').queryKey,
    dashboardQuery.queryKey,
  ]
  for (const key of keys) queries.setQueryData<unknown>(key, {})
  const refresh = await showHook(useBillingRefresh)
  await refresh()()
  expect(keys.map(key => queries.getQueryState(key)?.isInvalidated)).toEqual(keys.map(() => true))
})
