import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import {
  userSubscriptionQuery,
  useSubscriptionCalls,
} from '../../features/admin-subscriptions/admin-subscriptions.api.ts'
import {
  BalanceCard,
  PaymentsCard,
  PlanCard,
} from '../../features/admin-subscriptions/user-billing.tsx'
import { InvoicesCard, TransactionsCard } from '../../features/invoices/short-lists.tsx'
import { settingsQuery } from '../../features/settings/settings.api.ts'
import { UserFrame } from '../../features/users/user-frame.tsx'
import { config } from '../../lib/config.ts'
import { loadTranslationPart } from '../../lib/i18n.ts'
import { EmptyState, StateIcon } from '../../ui/empty-state.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { useBillingRefresh } from '../use-billing-refresh.ts'

/** Where nothing is sold any more, open invoices stay due, and the balance stays the user's. */
const isWithoutBilling = ({ meta }: AdminUserDetail): boolean =>
  config().subscriptionType === 'none' && !meta.has_open_invoices && !meta.has_balance

/** The page /admin/user/:id/subscription. */
export function UserSubscriptionPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  return (
    <UserFrame id={id} tab="subscription">
      {user =>
        isWithoutBilling(user) ? (
          <EmptyState
            picture={<StateIcon icon={ReceiptText} />}
            title={t('admin_users.no_subscription')}
            text={t('admin_users.no_subscription_text')}
          />
        ) : (
          <Suspense fallback={<Waiting />}>
            <BillingParts user={user} />
          </Suspense>
        )
      }
    </UserFrame>
  )
}

const Waiting = () => (
  <div aria-busy>
    <Skeleton height={220} radius="lg" />
    <Skeleton height={120} radius="lg" mt={14} />
  </div>
)

/** Where nothing is sold, its messages are loaded only for users with open invoices or a balance. */
const BillingParts = lazy(async () => {
  await loadTranslationPart('billing')
  return { default: LoadedParts }
})

function LoadedParts({ user: { id, attributes } }: { user: AdminUserDetail }) {
  const { data, isError, refetch } = useQuery(userSubscriptionQuery(id))
  const settings = useQuery(settingsQuery)
  const calls = useSubscriptionCalls(useBillingRefresh())
  if (!data) return isError ? <PartFailure retry={refetch} /> : <Waiting />
  return (
    <>
      <PlanCard subscription={data.subscriptions[0]} canEnd={data.can_end} calls={calls} />
      <BalanceCard
        userId={id}
        name={attributes.name}
        billing={data}
        currency={settings.data?.values.billing_currency.value}
        calls={calls}
      />
      <PaymentsCard payments={data.payments} calls={calls} />
      <InvoicesCard
        userId={id}
        linkTo={invoice => ({ to: '/admin/invoices/$id', params: { id: invoice } })}
      />
      <TransactionsCard userId={id} />
    </>
  )
}
