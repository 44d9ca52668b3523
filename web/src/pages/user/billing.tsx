import type { BillingOverview } from '@coffer/contract/subscriptions'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { CircleAlert, CreditCard } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { userQuery, useUser } from '../../features/account/account.api.ts'
import { BillingProfileCard } from '../../features/invoices/billing-profile-card.tsx'
import { INVOICES_KEY } from '../../features/invoices/invoices.api.ts'
import { InvoicesCard, TransactionsCard } from '../../features/invoices/short-lists.tsx'
import { MeteredBilling } from '../../features/spending/metered-billing.tsx'
import { usageQuery } from '../../features/spending/spending.api.ts'
import { Cards } from '../../features/subscriptions/cards.tsx'
import { CheckoutNotice } from '../../features/subscriptions/checkout-notice.tsx'
import { CurrentPlan } from '../../features/subscriptions/current-plan.tsx'
import { Debts } from '../../features/subscriptions/debts.tsx'
import { Funding } from '../../features/subscriptions/funding.tsx'
import { PaymentSide } from '../../features/subscriptions/payment-side.tsx'
import { PlanOffers } from '../../features/subscriptions/plan-offers.tsx'
import { billingQuery } from '../../features/subscriptions/subscriptions.api.ts'
import { ApiError } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { EmptyState, StateIcon } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { SideLayout } from '../../ui/side-layout.tsx'
import classes from './billing.module.css'

/** The page /user/settings/billing. */
export function BillingPage() {
  const { t } = useTranslation()
  const { has_open_invoices, has_balance } = useUser().meta.usages
  usePageTitle(t('account.billing'))
  const type = config().subscriptionType
  if (type === 'fixed') return <FixedBilling />
  if (type === 'metered') return <MeteredBillingPage />
  // Earlier invoices stay due, and the balance stays the user's.
  if (has_open_invoices || has_balance) return <OverviewPage />
  return (
    <>
      <PageHeader title={t('account.billing')} />
      <ReturnNotice />
      <EmptyState
        picture={<StateIcon icon={CreditCard} />}
        title={t('billing.none')}
        text={t('billing.none_text')}
      />
    </>
  )
}

const isWithoutPlan = (error: Error | null): boolean =>
  error instanceof ApiError && error.is('billing.no_subscription')

function MeteredBillingPage() {
  const { t } = useTranslation()
  const billing = useQuery(billingQuery)
  const usage = useQuery(usageQuery)
  if (isWithoutPlan(usage.error))
    return (
      <OverviewPage>
        {() => <SectionCard title={t('billing.no_plan')} text={t('billing.no_metered_text')} />}
      </OverviewPage>
    )
  const isFailed = (billing.error ?? usage.error) !== null
  const retry = () => void Promise.all([billing.refetch(), usage.refetch()])
  return (
    <>
      <PageHeader title={t('account.billing')} />
      <div className={classes.page}>
        <ReturnNotice />
        {billing.data && usage.data && (
          <>
            <Debts billing={billing.data} except={usage.data.currency} />
            <MeteredBilling
              usage={usage.data}
              funding={
                <Funding
                  drivers={billing.data.drivers}
                  currency={usage.data.currency}
                  debt={usage.data.debt}
                />
              }
              card={<Cards billing={billing.data} />}
            >
              <Documents />
            </MeteredBilling>
          </>
        )}
        {!(billing.data && usage.data) && isFailed && <Failure retry={retry} />}
        {!(billing.data && usage.data) && !isFailed && (
          <Skeleton height={210} radius="md" aria-busy />
        )}
      </div>
    </>
  )
}

/** Refetches the user with their billing, and the invoices and transactions. */
function useReload() {
  const queries = useQueryClient()
  return useCallback(() => {
    for (const queryKey of [userQuery.queryKey, INVOICES_KEY])
      void queries.invalidateQueries({ queryKey })
  }, [queries])
}

/** Gateways return to the page with `checkout`. */
function ReturnNotice() {
  const { checkout, closed } = useSearch({ strict: false }) as Record<string, unknown>
  const reload = useReload()
  if (typeof checkout !== 'string') return null
  return <CheckoutNotice id={checkout} isClosed={closed !== undefined} onPaid={reload} />
}

const toInvoice = (id: string) => ({ to: '/invoices/$id', params: { id } }) as const

/** Transactions, invoices, and the address on them. */
const Documents = () => (
  <>
    <TransactionsCard />
    <InvoicesCard linkTo={toInvoice} />
    <BillingProfileCard />
  </>
)

function Failure({ retry }: { retry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture={<StateIcon icon={CircleAlert} isDanger />}
      title={t('billing.failed')}
      text={t('files.failed_text')}
    >
      <Button onClick={retry}>{t('files.retry')}</Button>
    </EmptyState>
  )
}

/** The page for fixed plans. */
function FixedBilling() {
  const reload = useReload()
  return (
    <OverviewPage>
      {billing => (
        <>
          <CurrentPlan billing={billing} onChange={reload} />
          <PlanOffers billing={billing} onChange={reload} />
        </>
      )}
    </OverviewPage>
  )
}

/** In place of plans and payments, which demo accounts don't have. */
function DemoNotice() {
  const { t } = useTranslation()
  return <SectionCard title={t('billing.demo')} text={t('billing.demo_text')} />
}

interface OverviewPageProps {
  /** Returns the cards between debts and documents. */
  children?: (billing: BillingOverview) => ReactNode
}

/** Debts, the balance and documents of the user. */
function OverviewPage({ children }: OverviewPageProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(billingQuery)
  return (
    <>
      <PageHeader title={t('account.billing')} />
      <div className={classes.page}>
        <ReturnNotice />
        {data && (
          <SideLayout side={<PaymentSide billing={data} />} below={<Documents />}>
            <Debts billing={data} />
            {data.is_demo ? <DemoNotice /> : children?.(data)}
          </SideLayout>
        )}
        {!data && error && <Failure retry={() => void refetch()} />}
        {!data && !error && <Skeleton height={210} radius="md" aria-busy />}
      </div>
    </>
  )
}
