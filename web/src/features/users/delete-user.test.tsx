// @vitest-environment jsdom
import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { expect, test } from 'vitest'
import {
  click,
  field,
  find,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
} from '../../../test/render.tsx'
import { DeleteUser } from './delete-user.tsx'

setUpRendering()

const user = { id: 'u', attributes: { name: 'Ann  Lee' } } as AdminUserDetail
const summary = {
  ...{ files: 1, folders: 0, shares: 0, upload_requests: 0, team_folders: 0, team_members: 0 },
  ...{ used_bytes: 5, is_self: false, is_last_administrator: false, recipient: null },
  ...{ subscription: null, balances: [], debts: [] },
}
const problem = {
  type: 'about:blank',
  title: 'Choose another recipient',
  status: 422,
  detail: '',
  message: 'Choose another recipient',
  code: 'user.recipient_not_found',
}

async function open(more: object = {}) {
  const calls = stubCalls()
  await showPage(() => <DeleteUser user={user} />)
  await calls[0]?.answer(200, { data: { ...summary, ...more } })
  return calls
}
const recipientButton = () => find('[aria-haspopup]')

test('a recipient who cannot receive files is reported, and another one can be chosen', async () => {
  const calls = await open()
  await click(recipientButton())
  await settle()
  await new Promise(resolve => setTimeout(resolve, 200))
  await settle()
  const list = calls.find(({ path }) => path.includes('/api/admin/users?'))
  expect(list?.path).toContain('state=active')
  const attributes = { name: 'Bob', email: 'bob@x.test', color: '#000', avatar: null }
  await list?.answer(200, { data: [{ id: 'b', type: 'user', attributes }], meta: {} })
  await click(find('[role="option"]'))
  await settle()
  await calls.find(({ path }) => path.includes('_to=b'))?.answer(422, problem)
  expect(document.body.textContent).toContain('Choose another recipient')
  expect(recipientButton()).toBeTruthy()
  expect(field('[type="submit"]').disabled).toBe(true)
})

test('a name is accepted as it is shown, with single spaces', async () => {
  const calls = await open()
  await type(field('form input'), 'Ann Lee')
  await submit()
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', body: { name: 'Ann Lee' } })
})

test('the end of a paid subscription is shown, and confirmed with the name', async () => {
  const subscription = {
    name: 'Pro',
    plan_type: 'fixed',
    driver: 'stripe',
    period_ends_at: '2027-03-04T00:00:00.000Z',
    is_paid: true,
  }
  const calls = await open({ subscription, balances: [{ amount: 150, currency: 'EUR' }] })
  expect(document.body.textContent).toContain('account_deletion.paid_plan')
  expect(document.body.textContent).toContain('account_deletion.balance')
  await type(field('form input'), 'Ann Lee')
  await submit()
  expect(calls).toHaveLength(1)
  await click(field('[type="checkbox"]'))
  await submit()
  expect(calls.at(-1)?.body).toEqual({ name: 'Ann Lee', end_subscription: true })
})
