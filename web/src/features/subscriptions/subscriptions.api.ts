import { gatewayName } from '@coffer/contract/gateways'
import { formatMoney, type Money } from '@coffer/contract/money'
import {
  addPaymentMethod,
  type BillingOverview,
  cancelSubscription,
  editSubscription,
  fundBalance,
  getBillingOverview,
  getCheckout,
  type PaymentMethod,
  type PlanOffer,
  previewSwap,
  removePaymentMethod,
  resumeSubscription,
  startCheckout,
  swapSubscription,
} from '@coffer/contract/subscriptions'
import { queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { ApiError, api } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { USER } from '../../lib/favourites.ts'
import { formatDay } from '../../lib/format.ts'
import { readerLocale } from '../../lib/locale.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

export type Subscription = NonNullable<BillingOverview['subscription']>
export type Driver = PlanOffer['drivers'][number]

const POLL_MS = 2000
/** A payment that the bank has not confirmed yet takes minutes to days. */
const PENDING_POLL_MS = 15_000
/** Time to leave the page, after which the user is taken to stay. */
const LEAVE_MS = 8000

/**
 * Below the user's query key, so that it is refetched with the user; asked again while a change of plan
 * is being paid.
 */
export const billingQuery = queryOptions({
  queryKey: [...USER, 'billing'],
  queryFn: async ({ signal }) => (await api(getBillingOverview, {}, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.pending_change ? PENDING_POLL_MS : false),
})

/** The purpose and state of a checkout; asked again while it is open. */
export const checkoutQuery = (id: string) =>
  queryOptions({
    queryKey: [...USER, 'checkout', id],
    queryFn: async ({ signal }) =>
      (await api(getCheckout, { params: { id } }, { signal })).data.attributes,
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? POLL_MS : false),
  })

const locale = () => readerLocale(i18next.language, navigator.languages)

/** Makes a change and shows its failure, after which it may have been made: billing is read again. */
async function change(work: () => Promise<unknown>, success?: string): Promise<void> {
  try {
    await work()
    if (success) successToast(success)
  } catch (error) {
    failurePopup(error)
  }
}

/**
 * Leaves for the gateway's page. Ends when the browser returns to this page as it was left, or when it
 * has not left, because the user stays at its question about unsaved changes.
 */
async function leaveFor(url: string | null): Promise<void> {
  if (url === null) return
  window.location.assign(url)
  await new Promise(resolve => {
    window.addEventListener('pageshow', resolve, { once: true })
    setTimeout(resolve, LEAVE_MS)
  })
}

export const subscribe = (plan: string, driver: Driver): Promise<void> =>
  change(async () => {
    const { data } = await api(startCheckout, { body: { plan, driver } })
    await leaveFor(data.attributes.url)
  })

/** Subscribes without a page of a gateway, so the cost is shown for confirmation first. */
export async function subscribeFromBalance({ plan }: PlanOffer, price: string): Promise<void> {
  const { t } = i18next
  const { name, price: due } = plan.attributes
  const agreed = await confirmPopup({
    title: t('billing.subscribe_title', { plan: name }),
    message: t('billing.change_text', { due: formatMoney(due, locale()), price }),
    confirm: t('billing.pay_from_balance'),
  })
  if (agreed) await subscribe(plan.id, 'system')
}

/** Leaves for the gateway's page to pay into the balance. */
export const fund = (money: Money, driver: Driver): Promise<void> =>
  change(async () => {
    const { data } = await api(fundBalance, { body: { ...money, driver } })
    await leaveFor(data.attributes.url)
  })

/** Leaves for the gateway's page to save a card without paying. */
export const addCard = (driver: Driver): Promise<void> =>
  change(async () => {
    const { data } = await api(addPaymentMethod, { body: { driver } })
    await leaveFor(data.attributes.url)
  })

/** @param card its name on screen */
export async function removeCard({ id }: PaymentMethod, card: string): Promise<void> {
  const { t } = i18next
  const agreed = await confirmPopup({
    title: t('billing.card_remove_title', { card }),
    message: t('billing.card_remove_text'),
    confirm: t('billing.card_remove_confirm'),
    cancel: t('billing.card_keep'),
    danger: true,
  })
  if (agreed)
    await change(() => api(removePaymentMethod, { params: { id } }), t('billing.card_removed'))
}

export async function cancelPlan({ attributes }: Subscription): Promise<void> {
  const { t } = i18next
  const agreed = await confirmPopup({
    title: t('billing.cancel_title', { plan: attributes.name }),
    message: t('billing.cancel_text', { date: formatDay(attributes.period_ends_at, locale()) }),
    confirm: t('billing.cancel'),
    cancel: t('billing.keep'),
    danger: true,
  })
  if (agreed) await change(() => api(cancelSubscription, {}), t('billing.cancelled'))
}

export const resumePlan = (): Promise<void> =>
  change(() => api(resumeSubscription, {}), i18next.t('billing.resumed'))

export const openCardPage = ({ id }: Subscription): Promise<void> =>
  change(async () => leaveFor((await api(editSubscription, { params: { subscription: id } })).url))

const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'subscription.preview_expired'

/** Changes the plan, and leaves for the page of the gateway or the bank where the user has to agree. */
async function swapTo(plan: string, previewed_at: string): Promise<void> {
  const swap = await api(swapSubscription, { params: { plan }, body: { previewed_at } })
  const { checkout, pending_change: pending } = swap
  const url = checkout?.attributes.url ?? pending?.action_url
  if (url) await leaveFor(url)
  // The page says that a change is pending.
  else if (!pending) successToast(i18next.t('billing.changed'))
}

/**
 * Shows the cost of the change for confirmation, then makes it for that cost. A cost that is out of
 * date is shown again.
 * @param note why the cost is shown again
 */
export async function changePlan(offer: PlanOffer, price: string, note = ''): Promise<void> {
  const { t } = i18next
  const { plan } = offer
  try {
    const { data } = await api(previewSwap, { params: { plan: plan.id } })
    const { due_today, to_balance, to_refund, driver, previewed_at } = data
    const texts = [
      note,
      due_today.amount > 0
        ? t('billing.change_text', { due: formatMoney(due_today, locale()), price })
        : t('billing.change_free_text', { price }),
      to_balance.amount > 0 &&
        t('billing.credit_text', { credit: formatMoney(to_balance, locale()) }),
      to_refund.amount > 0 &&
        t('billing.refund_text', {
          refund: formatMoney(to_refund, locale()),
          name: gatewayName(driver, config().appName),
        }),
    ]
    const agreed = await confirmPopup({
      title: t('billing.change_title', { plan: plan.attributes.name }),
      message: texts.filter(Boolean).join(' '),
      confirm: t('billing.change_now'),
    })
    if (agreed) await swapTo(plan.id, previewed_at)
  } catch (error) {
    if (isExpired(error) && note === '')
      return changePlan(offer, price, t('billing.previewed_again'))
    failurePopup(error)
  }
}
