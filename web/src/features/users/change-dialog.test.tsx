// @vitest-environment jsdom
import { expect, test } from 'vitest'
import {
  click,
  field,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
} from '../../../test/render.tsx'
import { ChangeDialog } from './change-dialog.tsx'

setUpRendering()

test('a bulk deletion asks to confirm the end of paid subscriptions once it is refused', async () => {
  const calls = stubCalls()
  const selection = { ids: ['a', 'b'] }
  const target = { kind: 'many', count: 2, selection, deselect: () => {} } as const
  await showPage(() => <ChangeDialog asked="delete" target={target} onClose={() => {}} />)
  await type(field('form input'), '2')
  await submit()
  const message = 'Selected users with a paid subscription: 1.'
  const title = 'Paid subscriptions are running'
  const code = 'user.subscriptions_running'
  const problem = { type: 'about:blank', title, status: 409, detail: message, message, code }
  await calls[0]?.answer(409, problem)
  expect(document.body.textContent).toContain(message)
  await submit()
  expect(calls).toHaveLength(1)
  await click(field('[type="checkbox"]'))
  await submit()
  expect(calls[1]?.body).toMatchObject({
    change: { action: 'delete', count: 2, end_subscription: true },
  })
})
