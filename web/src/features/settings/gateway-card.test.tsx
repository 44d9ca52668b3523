// @vitest-environment jsdom
import type { SettingOrigin } from '@coffer/contract/settings'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { queries, setUpRendering, showPage, stubCalls, useConfig } from '../../../test/render.tsx'
import { GatewayCard } from './gateway-card.tsx'
import { settingsQuery } from './settings.api.ts'
import { SettingsPage } from './settings-page.tsx'
import { useSettingsForm } from './use-settings-form.ts'

setUpRendering()

const secret = (origin: SettingOrigin) => ({
  is_set: true,
  is_readable: true,
  ends_in: '1111',
  origin,
  changed_at: null,
  changed_by: null,
})
const gateway = {
  name: 'stripe',
  is_configured: true,
  is_live: false,
  currencies: ['EUR'],
  registers_webhooks: true,
  webhook: {
    url: 'https://coffer.test/api/subscriptions/stripe/webhooks',
    registered_url: null,
    last_received_at: null,
    failed: 0,
    rejected: 0,
    rejected_at: null,
    rejection: null,
  },
}

function Page() {
  const form = useSettingsForm({
    values: { allowed_stripe: 'Stripe', stripe_public_key: 'Key' },
    secrets: { stripe_secret_key: 'Secret', stripe_webhook_secret: 'Webhook' },
  })
  return (
    <SettingsPage title="Payments" form={form}>
      <GatewayCard gateway="stripe" />
    </SettingsPage>
  )
}

beforeEach(() => useConfig({}))

test.each([
  ['stored', 'admin_gateways.register_text', false],
  ['environment', 'admin_gateways.register_fixed', true],
] as const)('registering a webhook whose secret is %s', async (origin, text, isDisabled) => {
  stubCalls()
  const settings = {
    values: {},
    secrets: { stripe_secret_key: secret('stored'), stripe_webhook_secret: secret(origin) },
  }
  await act(async () => {
    queries.setQueryData(settingsQuery.queryKey, settings as never)
    queries.setQueryData(['gateways'], [gateway])
  })
  await showPage(Page)
  expect(document.body.textContent).toContain(text)
  const button = [...document.querySelectorAll('button')].find(
    each => each.textContent === 'admin_gateways.register',
  )
  expect(button?.disabled).toBe(isDisabled)
})
