import { type GatewayName, gatewayName } from '@coffer/contract/gateways'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Returns the names of gateways: trade names, or that of `system` in the language of the page. */
export function useGatewayName(): (gateway: GatewayName) => string {
  const { t } = useTranslation()
  return useCallback(gateway => gatewayName(gateway, t('account.gateway_system')), [t])
}
