// @vitest-environment jsdom
import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { beforeEach, expect, test } from 'vitest'
import {
  type Call,
  queries,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { userDetailQuery } from '../../features/users/users.api.ts'
import { UserSubscriptionPage } from './user-subscription.tsx'

setUpRendering()

const ID = 'u'
const BILLING_PATH = `/api/subscriptions/admin/users/${ID}/subscription`
const billing = {
  subscriptions: [],
  can_end: false,
  payments: [],
  methods: [],
  balances: [{ amount: 300, currency: 'EUR' }],
  debts: [{ amount: 1234, currency: 'USD' }],
}

let calls: Call[]
const creditButton = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.includes('admin_subscriptions.credit'),
  )
const paths = () => calls.map(({ path }) => path)

/** Opens the tab of a user where nothing is sold. */
async function open(usages: { has_open_invoices?: boolean; has_balance?: boolean } = {}) {
  queries.setQueryData(userDetailQuery(ID).queryKey, {
    id: ID,
    attributes: {
      name: 'Ada Berg',
      email: 'ada@example.test',
      color: '#ffffff',
      avatar: null,
      role: 'user',
      state: 'active',
      storage: { used_bytes: 0, capacity_bytes: null, percentage: 0, level: 'empty' },
      last_seen_at: null,
      created_at: '2030-01-01T00:00:00Z',
      invitation: null,
      suspension: null,
      providers: [],
    },
    meta: {
      has_open_invoices: false,
      has_balance: false,
      ...usages,
      restrictions: {},
      admin_restrictions: {},
      counts: {},
    },
  } as unknown as AdminUserDetail)
  await showPage(
    UserSubscriptionPage,
    '/admin/user/$id/subscription',
    `/admin/user/${ID}/subscription`,
  )
  await calls.find(({ path }) => path.startsWith('/translations/'))?.answer(200, {})
  await settle()
  const shown = { ...billing, debts: usages.has_open_invoices ? billing.debts : [] }
  await calls.find(({ path }) => path === BILLING_PATH)?.answer(200, { data: shown })
}

beforeEach(async () => {
  await useConfig({ subscriptionType: 'none' })
  calls = stubCalls()
})

test('shows the balance and debts of a user with open invoices where nothing is sold', async () => {
  await open({ has_open_invoices: true })
  expect(document.body.textContent).toContain('€3.00')
  expect(document.body.textContent).toContain('admin_subscriptions.debt')
  expect(creditButton()).toBeDefined()
})

test('shows the balance of a user without open invoices, but adds no credit', async () => {
  await open({ has_balance: true })
  expect(document.body.textContent).toContain('€3.00')
  expect(creditButton()).toBeUndefined()
})

test('loads nothing of billing for other users where nothing is sold', async () => {
  await open()
  expect(document.body.textContent).toContain('admin_users.no_subscription')
  expect(paths()).not.toContain(BILLING_PATH)
  expect(paths().filter(path => path.includes('billing'))).toEqual([])
})
