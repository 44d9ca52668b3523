import type { BillingDifference, DifferenceSide } from '@coffer/contract/billing-differences'
import { formatMoney } from '@coffer/contract/money'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import type { AdminCard, AdminColumn } from '../../ui/admin-table/types.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import classes from './differences.module.css'

function DifferenceStatusMark({ difference }: { difference: BillingDifference }) {
  const { t } = useTranslation()
  return difference.attributes.resolved_at === null ? (
    <StatusMark shape="exclamation" tone="warn">
      {t('differences.status_open')}
    </StatusMark>
  ) : (
    <StatusMark shape="tick" tone="good">
      {t('differences.status_resolved')}
    </StatusMark>
  )
}

/** The amount or the state on one side, or that it is missing there. */
export function SideText({ side }: { side: DifferenceSide | null }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  if (side === null) return <span className={classes.missing}>{t('differences.missing')}</span>
  if (side.money) return formatMoney(side.money, locale)
  return side.state && t(`admin_subscriptions.state_${side.state}`)
}

export function useDifferenceColumns(): AdminColumn<BillingDifference>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const gatewayName = useGatewayName()
  return useMemo(
    () => [
      {
        id: 'kind',
        label: t('differences.kind'),
        width: 240,
        grow: 3,
        cell: ({ attributes: { kind, gateway, subject } }) => (
          <TwoLineText
            name={t(`differences.kind_${kind}`)}
            note={`${gatewayName(gateway)} · ${subject}`}
          />
        ),
      },
      {
        id: 'ours',
        label: t('differences.ours'),
        width: 120,
        align: 'end',
        cell: ({ attributes }) => <SideText side={attributes.ours} />,
      },
      {
        id: 'theirs',
        label: t('differences.theirs'),
        width: 120,
        align: 'end',
        cell: ({ attributes }) => <SideText side={attributes.theirs} />,
      },
      {
        id: 'status',
        label: t('differences.status'),
        width: 120,
        cell: difference => <DifferenceStatusMark difference={difference} />,
      },
      {
        id: 'found_at',
        label: t('differences.since'),
        width: 120,
        sort: 'desc',
        cell: ({ attributes: { found_at } }) => (
          <span title={format.exactDate(found_at)}>{format.date(found_at)}</span>
        ),
      },
      {
        id: 'user',
        label: t('differences.user'),
        width: 180,
        grow: 2,
        cell: ({ relationships: { user, invoice } }) =>
          user.data ? (
            <TwoLineText
              name={user.data.attributes.name}
              note={invoice.data?.attributes.label ?? user.data.attributes.email}
            />
          ) : (
            t('differences.user_unknown')
          ),
      },
    ],
    [t, format, gatewayName],
  )
}

export function useDifferenceCard(): (difference: BillingDifference) => AdminCard {
  const { t } = useTranslation()
  const format = useFormat()
  const gatewayName = useGatewayName()
  return difference => {
    const { kind, gateway, found_at, ours, theirs } = difference.attributes
    const user = difference.relationships.user.data?.attributes.name
    return {
      title: t(`differences.kind_${kind}`),
      note: [gatewayName(gateway), user, format.date(found_at)].filter(Boolean).join(' · '),
      end: <SideText side={theirs ?? ours} />,
      endNote: <DifferenceStatusMark difference={difference} />,
    }
  }
}
