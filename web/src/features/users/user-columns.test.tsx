// @vitest-environment jsdom
import type { ListedUser } from '@coffer/contract/admin-users'
import { expect, test } from 'vitest'
import { setUpRendering, show, showHook, useConfig } from '../../../test/render.tsx'
import { userCard, useUserColumns } from './user-columns.tsx'

setUpRendering()

const user = (meta: ListedUser['meta']) =>
  ({ attributes: { name: 'Ada', email: 'ada@x.test', state: 'active' }, meta }) as ListedUser

const onStudio = user({
  plan: { id: 'p', name: 'Studio' },
  cost: { amount: 1250, currency: 'EUR' },
})
const withoutPlan = user({ plan: null, cost: null })

async function cellsOf(row: ListedUser): Promise<(string | null | undefined)[]> {
  const columns = (await showHook(useUserColumns))()
  const shown = ['plan', 'cost'].map(id => columns.find(column => column.id === id))
  await show(shown.map(column => <p key={column?.id}>{column?.cell(row)}</p>))
  return [...document.querySelectorAll('p')].map(cell => cell.textContent)
}

test('the list shows the plan of a user and what it costs', async () => {
  await useConfig({ subscriptionType: 'metered' })
  expect(await cellsOf(onStudio)).toEqual(['Studio', '€12.50'])
  expect(userCard(onStudio).note).toBe('ada@x.test · Studio')
})

test('the list shows users without a plan', async () => {
  await useConfig({ subscriptionType: 'fixed' })
  expect(await cellsOf(withoutPlan)).toEqual(['admin_users.no_plan', '–'])
  expect(userCard(withoutPlan).note).toBe('ada@x.test')
})

test('the list has no columns of billing where nothing is sold', async () => {
  await useConfig({ subscriptionType: 'none' })
  const columns = (await showHook(useUserColumns))()
  expect(columns.map(({ id }) => id)).not.toContain('plan')
  expect(columns.map(({ id }) => id)).not.toContain('cost')
})
