// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import {
  type Call,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { UsersPage } from './users.tsx'

setUpRendering()

const PLANS = '/api/subscriptions/admin/plans'

let calls: Call[]
const pathOf = (part: string) => calls.find(({ path }) => path.startsWith(part))?.path
const open = () => showPage(UsersPage, '/admin/users', '/admin/users?plan=studio')

beforeEach(() => {
  calls = stubCalls()
})

test('the filter names the plan by which users are filtered', async () => {
  await useConfig({ subscriptionType: 'fixed' })
  await open()
  expect(pathOf('/api/admin/users')).toContain('plan=studio')
  const plan = { id: 'studio', attributes: { name: 'Studio' } }
  await calls.find(({ path }) => path.startsWith(PLANS))?.answer(200, { data: [plan] })
  await settle()
  expect(document.body.textContent).toContain('Studio')
})

test('no plans are loaded where nothing is sold', async () => {
  await useConfig({ subscriptionType: 'none' })
  await open()
  expect(pathOf('/api/admin/users')).not.toContain('plan=')
  expect(pathOf(PLANS)).toBeUndefined()
})
