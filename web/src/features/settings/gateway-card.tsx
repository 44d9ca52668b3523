import {
  checkGateway,
  type GatewayState,
  type KeyedGateway,
  listGateways,
  registerWebhook,
} from '@coffer/contract/gateway-settings'
import { GATEWAY_TITLES } from '@coffer/contract/gateways'
import type { SecretName, SettingName } from '@coffer/contract/setting-values'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/use-format.ts'
import { PartFailure } from '../../ui/part-failure.tsx'
import { Tag } from '../../ui/tag.tsx'
import { CopyField } from './copy-field.tsx'
import { variableOf } from './environment-variables.ts'
import { SecretSetting } from './secret-setting.tsx'
import { type Fact, Facts } from './server-facts.tsx'
import { refreshSettings } from './settings.api.ts'
import { SettingsCard } from './settings-card.tsx'
import { useForm } from './settings-form-context.ts'
import { SwitchSetting } from './switch-setting.tsx'
import { TestPanel, type TestResult } from './test-panel.tsx'
import { TextSetting } from './text-settings.tsx'

const gatewaysQuery = queryOptions({
  queryKey: ['gateways'],
  queryFn: async ({ signal }) => (await api(listGateways, {}, { signal })).data,
})

interface GatewayKeys {
  publicName: SettingName
  secrets: readonly SecretName[]
  /** Secrets that every call needs; the others are for webhooks. */
  required: readonly SecretName[]
}

const KEYS: Record<KeyedGateway, GatewayKeys> = {
  stripe: {
    publicName: 'stripe_public_key',
    secrets: ['stripe_secret_key', 'stripe_webhook_secret'],
    required: ['stripe_secret_key'],
  },
  paypal: {
    publicName: 'paypal_client_id',
    secrets: ['paypal_client_secret', 'paypal_webhook_id'],
    required: ['paypal_client_secret'],
  },
  paystack: {
    publicName: 'paystack_public_key',
    secrets: ['paystack_secret_key'],
    required: ['paystack_secret_key'],
  },
}

/** The keys of a gateway, with a test of them and the state of its webhook. */
export function GatewayCard({ gateway }: { gateway: KeyedGateway }) {
  const { t } = useTranslation()
  const name = GATEWAY_TITLES[gateway]
  const { publicName, secrets } = KEYS[gateway]
  const { data, isError, refetch } = useQuery(gatewaysQuery)
  const state = data?.find(each => each.name === gateway)
  return (
    <SettingsCard
      title={name}
      text={t(`admin_gateways.${gateway}_text`)}
      action={state && <Mode state={state} />}
      aside={<KeyCheck gateway={gateway} />}
    >
      <SwitchSetting name={`allowed_${gateway}`} help={t('admin_gateways.allowed_help')} />
      <TextSetting name={publicName} input={{ spellCheck: false }} />
      {secrets.map(secret => (
        <SecretSetting key={secret} name={secret} />
      ))}
      {gateway === 'paypal' && (
        <SwitchSetting name="paypal_live" help={t('admin_gateways.paypal_live_help')} />
      )}
      {isError && <PartFailure retry={refetch} />}
      {state && (
        <>
          <CopyField
            label={t('admin_gateways.webhook_url')}
            value={state.webhook.url}
            help={t(`admin_gateways.${gateway}_webhook_help`)}
          />
          {gateway !== 'paystack' && <WebhookRegistration gateway={gateway} />}
          <WebhookFacts state={state} />
        </>
      )}
    </SettingsCard>
  )
}

function Mode({ state: { is_configured, is_live } }: { state: GatewayState }) {
  const { t } = useTranslation()
  if (!is_configured) return <Tag quiet>{t('admin_gateways.not_set_up')}</Tag>
  return <Tag>{t(is_live ? 'admin_gateways.live' : 'admin_gateways.test_mode')}</Tag>
}

/** Above this number, only the count is shown. */
const SHOWN_CURRENCIES = 30

function WebhookFacts({ state: { webhook, currencies } }: { state: GatewayState }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const facts: Fact[] = [
    [
      t('admin_gateways.last_received'),
      webhook.last_received_at === null
        ? t('admin_gateways.never_received')
        : date(webhook.last_received_at),
    ],
    [t('admin_gateways.failed'), t('admin_gateways.events', { count: webhook.failed })],
    [
      t('admin_gateways.rejected'),
      webhook.rejected_at === null
        ? t('admin_gateways.events', { count: 0 })
        : t('admin_gateways.rejected_last', {
            count: webhook.rejected,
            date: date(webhook.rejected_at),
            reason: webhook.rejection ?? '–',
          }),
    ],
    [
      t('admin_gateways.currencies'),
      currencies.length > SHOWN_CURRENCIES
        ? t('admin_gateways.currencies_count', { count: currencies.length })
        : currencies.join(', '),
    ],
  ]
  return <Facts facts={facts} />
}

/** Whether the keys in the form are those that are saved, and complete. */
function useSavedKeys(gateway: KeyedGateway) {
  const form = useForm()
  const queries = useQueryClient()
  const { publicName, secrets, required } = KEYS[gateway]
  const isSaved = ![publicName, ...secrets].some(name => form.isChanged(name))
  const isComplete =
    required.every(secret => form.secretOf(secret)?.is_set === true) &&
    (gateway !== 'paypal' || Boolean(form.valueOf(publicName)))
  return {
    isSaved,
    tested: [form.valueOf(publicName), isSaved],
    disabled: !isSaved || !isComplete,
    refresh: () => queries.invalidateQueries({ queryKey: gatewaysQuery.queryKey }),
  }
}

function KeyCheck({ gateway }: { gateway: KeyedGateway }) {
  const { t } = useTranslation()
  const { isSaved, tested, disabled, refresh } = useSavedKeys(gateway)
  const name = GATEWAY_TITLES[gateway]
  const run = async (): Promise<TestResult> => {
    const { data } = await api(checkGateway, { params: { gateway } })
    const mode = data.is_live ? 'live' : 'test'
    await refresh()
    return {
      isPassed: data.is_accepted,
      text: data.is_accepted
        ? t(`admin_gateways.accepted_${mode}`, { name })
        : t('admin_gateways.refused', { name }),
      details: data.answer === null ? [] : [data.answer],
    }
  }
  return (
    <TestPanel
      text={t(isSaved ? 'admin_gateways.check_text' : 'admin_gateways.check_save', { name })}
      button={t('admin_gateways.check')}
      run={run}
      tested={tested}
      disabled={disabled}
    />
  )
}

function WebhookRegistration({ gateway }: { gateway: KeyedGateway }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { tested, disabled, refresh } = useSavedKeys(gateway)
  const form = useForm()
  const name = GATEWAY_TITLES[gateway]
  const { secrets, required } = KEYS[gateway]
  const fixed = secrets.find(
    secret => !required.includes(secret) && form.secretOf(secret)?.origin === 'environment',
  )
  const run = async (): Promise<TestResult> => {
    const { data } = await api(registerWebhook, { params: { gateway } })
    await Promise.all([refresh(), refreshSettings(queries)])
    return {
      isPassed: data.is_registered,
      text: t(data.is_registered ? 'admin_gateways.registered' : 'admin_gateways.not_registered', {
        name,
      }),
      details: data.answer === null ? [] : [data.answer],
    }
  }
  return (
    <TestPanel
      text={
        fixed === undefined
          ? t('admin_gateways.register_text', { name })
          : t('admin_gateways.register_fixed', { variable: variableOf(fixed) })
      }
      button={t('admin_gateways.register')}
      run={run}
      tested={tested}
      disabled={disabled || fixed !== undefined}
    />
  )
}
