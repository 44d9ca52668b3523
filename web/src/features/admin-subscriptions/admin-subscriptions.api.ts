import {
  cancelSubscriptionAsAdmin,
  endSubscription,
  getUserSubscription,
  listSubscriptions,
  refundPayment,
  syncSubscription,
} from '@coffer/contract/admin-subscriptions'
import { creditUser } from '@coffer/contract/invoices'
import { queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { refetchAfter } from '../../lib/refetch-after.ts'
import { tableQuery } from '../../ui/admin-table/table-query.ts'
import type { TableRequest } from '../../ui/admin-table/table-search.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

export const SUBSCRIPTIONS = 'admin-subscriptions'

export const subscriptionsQuery = (request: TableRequest) =>
  tableQuery([SUBSCRIPTIONS, 'list'], listSubscriptions, request)

export const userSubscriptionQuery = (id: string) =>
  queryOptions({
    queryKey: [SUBSCRIPTIONS, 'user', id],
    queryFn: async ({ signal }) =>
      (await api(getUserSubscription, { params: { id } }, { signal })).data,
  })

export type UserBilling = Awaited<
  ReturnType<NonNullable<ReturnType<typeof userSubscriptionQuery>['queryFn']>>
>

interface Refund {
  id: string
  amount: number
  reason: string
}

interface Credit extends Refund {
  currency: string
}

/** @param refresh refetches everything that shows the change */
export function useSubscriptionCalls(refresh: () => Promise<unknown>) {
  const change = (call: Promise<unknown>) => refetchAfter(call, refresh)
  return {
    cancel: (id: string, reason: string) =>
      change(api(cancelSubscriptionAsAdmin, { params: { id }, body: { reason } })),
    end: (id: string, reason: string) =>
      change(api(endSubscription, { params: { id }, body: { reason } })),
    refund: (paymentId: string, body: Refund) =>
      change(api(refundPayment, { params: { id: paymentId }, body })),
    credit: (userId: string, body: Credit) =>
      change(api(creditUser, { params: { id: userId }, body })),
    sync: async (id: string) => {
      try {
        await api(syncSubscription, { params: { id } })
        successToast(i18next.t('admin_subscriptions.sync_done'))
      } catch (error) {
        failurePopup(error)
      }
      await refresh()
    },
  }
}

export type SubscriptionCalls = ReturnType<typeof useSubscriptionCalls>
