// @vitest-environment jsdom
import type { AdminUserDetail } from '@coffer/contract/admin-users'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { setUpRendering, show, stubCalls, useLanguage } from '../../../test/render.tsx'
import { AccessCards } from './access-cards.tsx'

setUpRendering()

const user = {
  id: 'u',
  attributes: {
    email: 'ann@x.test',
    has_password: false,
    two_factor_confirmed_at: null,
    providers: ['google', 'openid'],
  },
  meta: { is_self: false, counts: { sessions: 0, tokens: 0, passkeys: 0 } },
} as unknown as AdminUserDetail

test('sign-in providers are listed by their names in the language of the reader', async () => {
  stubCalls()
  await useLanguage('es')
  i18next.addResource('es', 'translation', 'admin_users.providers', '{{names}}.')
  await show(<AccessCards user={user} />)
  expect(document.body.textContent).toContain('Google y OpenID Connect.')
})
