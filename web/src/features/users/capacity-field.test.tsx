// @vitest-environment jsdom
import type { AdminUser } from '@coffer/contract/admin-users'
import { expect, test } from 'vitest'
import {
  click,
  field,
  find,
  setUpRendering,
  show,
  stubCalls,
  submit,
  type,
} from '../../../test/render.tsx'
import { ChangeDialog } from './change-dialog.tsx'

setUpRendering()

const GIGABYTE = 1_000_000_000
const radio = (value: string) => field(`input[type=radio][value=${value}]`)
const chosen = () => field('input[type=radio]:checked').value
const number = () => document.querySelector<HTMLInputElement>('input[inputmode=decimal]')

const showDialog = (capacity_bytes: number | null, has_own_capacity: boolean) => {
  const storage = { used_bytes: 1, capacity_bytes, has_own_capacity, percentage: 0 }
  return show(
    <ChangeDialog
      asked="capacity"
      target={{ kind: 'one', id: 'u', name: 'Ann' }}
      storage={{ ...storage, level: 'in_use' } satisfies AdminUser['attributes']['storage']}
      onClose={() => undefined}
    />,
  )
}

test.each([
  [5 * GIGABYTE, false, 'default', undefined],
  [null, false, 'default', undefined],
  [5 * GIGABYTE, true, 'own', '5'],
  [null, true, 'none', undefined],
])('the limit %s, own %s, is shown as %s', async (bytes, isOwn, value, gigabytes) => {
  await showDialog(bytes, isOwn)
  expect([chosen(), number()?.value]).toEqual([value, gigabytes])
})

test.each([
  ['default', 'default'],
  ['none', null],
])('the choice %s is sent as %s', async (value, capacity_bytes) => {
  const calls = stubCalls()
  await showDialog(7 * GIGABYTE, true)
  await click(radio(value))
  await submit()
  expect(calls).toMatchObject([{ path: '/api/admin/users/u/capacity', body: { capacity_bytes } }])
})

test('an own limit needs a number of gigabytes', async () => {
  const calls = stubCalls()
  await showDialog(null, false)
  await click(radio('own'))
  await submit()
  expect(calls).toEqual([])
  expect(find('form').textContent).toContain('validation.required')
  await type(field('input[inputmode=decimal]'), '2.5')
  await submit()
  expect(calls).toMatchObject([{ body: { capacity_bytes: 2.5 * GIGABYTE } }])
})

test('several users start with an empty limit of their own', async () => {
  const many = { kind: 'many' as const, count: 2, selection: { ids: ['a', 'b'] } }
  await show(
    <ChangeDialog
      asked="capacity"
      target={{ ...many, deselect: () => undefined }}
      onClose={() => undefined}
    />,
  )
  expect([chosen(), number()?.value]).toEqual(['own', ''])
})

test('the choices are a named group of labelled radio buttons', async () => {
  await showDialog(null, false)
  expect(find('fieldset legend').textContent).toBe('admin_users.limit')
  expect(radio('none').labels?.[0]?.textContent).toBe(
    'admin_users.capacity_noneadmin_users.capacity_none_text',
  )
})
