import type { Plan, PlanCopyState } from '@coffer/contract/plans'
import { CURRENCY_NOT_SUPPORTED } from '@coffer/contract/plans'
import { useTranslation } from 'react-i18next'
import { useGatewayName } from '../../lib/use-gateway-name.ts'

/** The gateways that have a plan, with those that are waiting or refused it. */
export function CopyList({ plan: { attributes, meta } }: { plan: Plan }) {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  if (attributes.type === 'metered') return t('admin_plans.gateway_none')
  if (meta.gateways.length === 0) return '–'
  return meta.gateways
    .map(({ gateway, state }) => {
      const name = gatewayName(gateway)
      return state === 'ready' ? name : t(`admin_plans.copy_${state}`, { gateway: name })
    })
    .join(', ')
}

/** A copy that is not ready, or behind. */
export const isTrouble = ({ state, reason }: PlanCopyState): boolean =>
  state === 'failed' || reason !== null

/** Returns why a copy is not ready, in words. */
export function useCopyReason() {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  return (plan: Plan, { gateway, state, reason }: PlanCopyState): string => {
    const name = gatewayName(gateway)
    if (reason === CURRENCY_NOT_SUPPORTED)
      return t('admin_plans.reason_currency', {
        gateway: name,
        currency: plan.attributes.currency,
      })
    if (state === 'ready') return t('admin_plans.behind_text', { reason: reason ?? '' })
    return reason ?? t('admin_plans.waiting_text')
  }
}
