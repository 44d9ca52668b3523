import { KEYED_GATEWAYS } from '@coffer/contract/gateway-settings'
import { GATEWAY_TITLES } from '@coffer/contract/gateways'
import { useTranslation } from 'react-i18next'
import { GatewayCard } from '../../features/settings/gateway-card.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { useSettingsForm } from '../../features/settings/use-settings-form.ts'

/** `/admin/payments/payments`: the keys and webhooks of payment gateways. */
export function PaymentsGatewaysPage() {
  const { t } = useTranslation()
  const nameOf = (key: 'public_key' | 'secret_key' | 'webhook_secret', name: string) =>
    t(`admin_gateways.${key}`, { name })
  const { stripe, paypal, paystack } = GATEWAY_TITLES
  const form = useSettingsForm({
    values: {
      allowed_stripe: t('admin_gateways.allowed', { name: stripe }),
      allowed_paypal: t('admin_gateways.allowed', { name: paypal }),
      allowed_paystack: t('admin_gateways.allowed', { name: paystack }),
      stripe_public_key: nameOf('public_key', stripe),
      paystack_public_key: nameOf('public_key', paystack),
      paypal_client_id: t('admin_gateways.paypal_client_id'),
      paypal_live: t('admin_gateways.paypal_live'),
    },
    secrets: {
      stripe_secret_key: nameOf('secret_key', stripe),
      stripe_webhook_secret: nameOf('webhook_secret', stripe),
      paypal_client_secret: t('admin_gateways.paypal_client_secret'),
      paypal_webhook_id: t('admin_gateways.paypal_webhook_id'),
      paystack_secret_key: nameOf('secret_key', paystack),
    },
  })
  return (
    <SettingsPage title={t('admin_gateways.title')} form={form}>
      {KEYED_GATEWAYS.map(gateway => (
        <GatewayCard key={gateway} gateway={gateway} />
      ))}
    </SettingsPage>
  )
}
