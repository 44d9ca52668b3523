import { KEYED_GATEWAYS } from '@coffer/contract/gateway-settings'
import { GATEWAY_TITLES } from '@coffer/contract/gateways'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { plansQuery } from '../../features/plans/plans.api.ts'
import { GatewayCard } from '../../features/settings/gateway-card.tsx'
import { NewAccountsCard } from '../../features/settings/new-accounts-card.tsx'
import { settingsQuery } from '../../features/settings/settings.api.ts'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { useSettingsForm } from '../../features/settings/use-settings-form.ts'
import { config } from '../../lib/config.ts'
import { PartFailure } from '../../ui/part-failure.tsx'

/** `/admin/payments/payments`: the keys and webhooks of payment gateways, and amounts for new accounts. */
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
      registration_bonus: t('admin_gateways.registration_bonus'),
      new_account_usage_limit: t('admin_gateways.new_account_usage_limit'),
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
      {config().subscriptionType === 'metered' && <NewAccounts />}
    </SettingsPage>
  )
}

/** The only metered plan that is on sale. */
const meteredPlanQuery = plansQuery({
  page: 1,
  per_page: 1,
  sort: 'name',
  direction: 'asc',
  type: 'metered',
  status: 'active',
})

/** Amounts in the currency of the metered plan, or of new plans until there is one. */
function NewAccounts() {
  const { data: plans, isError, refetch } = useQuery(meteredPlanQuery)
  const { data: settings } = useQuery(settingsQuery)
  if (isError) return <PartFailure retry={refetch} />
  if (!plans || !settings) return <Skeleton height={180} radius="lg" aria-busy />
  const [plan] = plans.data
  const currency = plan?.attributes.currency ?? settings.values.billing_currency.value
  return <NewAccountsCard currency={currency} />
}
