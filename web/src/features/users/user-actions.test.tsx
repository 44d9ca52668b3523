// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { settle, setUpRendering, showHook, stubCalls } from '../../../test/render.tsx'
import { useUserActions } from './user-actions.ts'
import { type ChangeTarget, useUserCalls } from './user-calls.ts'

setUpRendering()

test('all found users are changed only in the number that is shown', async () => {
  const calls = stubCalls()
  const ask = vi.fn()
  const selection = { isAll: true, ids: [], except: ['a'], count: 6, clear: vi.fn() }
  const actions = await showHook(() => ({ ...useUserActions(ask, () => {}), ...useUserCalls() }))
  actions()
    .ofSelection(selection, { page: 1, per_page: 50, role: 'user' } as never)[0]
    ?.run()
  const target = ask.mock.calls[0]?.[1] as ChangeTarget
  void actions().change(target, { action: 'suspend', reason: 'x' })
  await settle()
  expect(calls[0]?.body).toMatchObject({
    selection: { filter: { role: 'user' }, except: ['a'], count: 6 },
  })
})

test('users are deselected when a change of them was accepted, and only then', async () => {
  const calls = stubCalls()
  const clear = vi.fn()
  const ask = vi.fn()
  const selection = { isAll: false, ids: ['a', 'b'], except: [], count: 2, clear }
  const actions = await showHook(() => ({ ...useUserActions(ask, () => {}), ...useUserCalls() }))
  actions()
    .ofSelection(selection, {} as never)
    .at(-1)
    ?.run()
  const target = ask.mock.calls[0]?.[1] as ChangeTarget
  const change = { action: 'delete', count: 2 } as const
  const refused = expect(actions().change(target, change)).rejects.toThrow()
  await calls[0]?.answer(409, {})
  await refused
  expect(clear).not.toHaveBeenCalled()
  const accepted = actions().change(target, change)
  await calls[1]?.answer(200, { data: { id: 't' } })
  await accepted
  await settle()
  expect(clear).toHaveBeenCalledOnce()
})
