import type { AdminSubscription } from '@coffer/contract/admin-subscriptions'
import { formatMoney } from '@coffer/contract/money'
import type { PlanSubscriber } from '@coffer/contract/plans'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import type { AdminCard, AdminColumn } from '../../ui/admin-table/types.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import { NextDate, NextDay, PaymentStateMark, SubscriptionStatusMark } from './status.tsx'

type OfUser = Pick<PlanSubscriber, 'relationships'>

const userOf = (row: OfUser) => row.relationships.user.data.attributes

const userColumn = (t: TFunction): AdminColumn<OfUser> => ({
  id: 'user',
  label: t('admin_plans.user'),
  width: 190,
  grow: 3,
  cell: row => (
    <>
      <Avatar person={userOf(row)} size={30} />
      <TwoLineText name={userOf(row).name} note={userOf(row).email} />
    </>
  ),
})

/** The columns of the list of subscriptions. */
export function useSubscriptionColumns() {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  const format = useFormat()
  return useMemo<AdminColumn<AdminSubscription>[]>(
    () => [
      userColumn(t),
      {
        id: 'plan',
        label: t('admin_plans.plan'),
        width: 120,
        grow: 2,
        cell: ({ attributes }) => attributes.name,
      },
      {
        id: 'status',
        label: t('admin_plans.status'),
        width: 120,
        cell: ({ attributes }) => <SubscriptionStatusMark status={attributes.status} />,
      },
      {
        id: 'payment_state',
        label: t('admin_subscriptions.payment'),
        width: 160,
        cell: ({ attributes }) => <PaymentStateMark state={attributes.payment_state} />,
      },
      {
        id: 'driver',
        label: t('admin_plans.driver'),
        width: 100,
        cell: ({ attributes }) => gatewayName(attributes.driver),
      },
      {
        id: 'created_at',
        label: t('admin_subscriptions.start'),
        width: 120,
        sort: 'desc',
        cell: ({ attributes }) => format.date(attributes.created_at),
      },
      {
        id: 'renews',
        label: t('admin_plans.renews'),
        width: 170,
        cell: ({ attributes }) => <NextDay attributes={attributes} />,
      },
    ],
    [t, format, gatewayName],
  )
}

export const subscriptionCard = (row: AdminSubscription): AdminCard => ({
  lead: <Avatar person={userOf(row)} size={32} />,
  title: userOf(row).name,
  note: row.attributes.name,
  end:
    row.attributes.payment_state === 'ok' ? (
      <SubscriptionStatusMark status={row.attributes.status} />
    ) : (
      <PaymentStateMark state={row.attributes.payment_state} />
    ),
  endNote: <NextDate attributes={row.attributes} />,
})

/** The columns of the subscribers of a plan. */
export function useSubscriberColumns() {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  const format = useFormat()
  return useMemo<AdminColumn<PlanSubscriber>[]>(
    () => [
      userColumn(t),
      {
        id: 'status',
        label: t('admin_plans.status'),
        width: 130,
        cell: ({ attributes }) => <SubscriptionStatusMark status={attributes.status} />,
      },
      {
        id: 'price',
        label: t('admin_plans.price'),
        width: 110,
        align: 'end',
        cell: ({ attributes: { amount, currency } }) =>
          amount === null
            ? t('admin_plans.by_usage')
            : formatMoney({ amount, currency }, format.locale),
      },
      {
        id: 'driver',
        label: t('admin_plans.driver'),
        width: 110,
        cell: ({ attributes }) => gatewayName(attributes.driver),
      },
      {
        id: 'renews',
        label: t('admin_plans.renews'),
        width: 170,
        cell: ({ attributes }) => <NextDay attributes={attributes} />,
      },
      {
        id: 'created_at',
        label: t('admin_plans.since'),
        width: 120,
        sort: 'desc',
        cell: ({ attributes }) => format.date(attributes.created_at),
      },
    ],
    [t, format, gatewayName],
  )
}

export const subscriberCard = (row: PlanSubscriber): AdminCard => ({
  lead: <Avatar person={userOf(row)} size={32} />,
  title: userOf(row).name,
  note: userOf(row).email,
  end: <SubscriptionStatusMark status={row.attributes.status} />,
  endNote: <NextDate attributes={row.attributes} />,
})
