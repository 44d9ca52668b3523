// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Call,
  field,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { keepSetupCode, setupCode } from '../../features/setup/setup.api.ts'
import { StatusCheckPage } from './status-check.tsx'

setUpRendering()

beforeEach(async () => {
  await useConfig({})
  vi.stubGlobal('WebSocket', class extends EventTarget {})
  keepSetupCode('OLD1')
})
afterEach(() => keepSetupCode(''))

const PATH = '/setup-wizard/status-check'
const refusal = (status: number, code: string) => ({ status, code, message: 'Refused.' })

async function open(url: string): Promise<Call[]> {
  const calls = stubCalls()
  await showPage(StatusCheckPage, PATH, url)
  return calls
}

test('the code of the link is used instead of another one that is stored', async () => {
  const calls = await open(`${PATH}?code=NEW2`)
  expect(calls.map(({ body }) => body)).toEqual([{ code: 'NEW2' }])
  await calls[0]?.answer(200, { data: { steps: [] } })
  await settle()
  expect(setupCode.get()).toBe('NEW2')
  expect(calls.at(-1)?.path).toBe('/api/setup/status-check')
  expect(calls.at(-1)?.body).toMatchObject({ code: 'NEW2' })
})

test('a typed code is used after the code of the link was wrong', async () => {
  const calls = await open(`${PATH}?code=NEW2`)
  await calls[0]?.answer(403, refusal(403, 'setup.code_wrong'))
  expect(field('input').value).toBe('NEW2')
  await type(field('input'), 'NEW3')
  await submit()
  await calls[1]?.answer(200, { data: { steps: [] } })
  await settle()
  expect(setupCode.get()).toBe('NEW3')
  expect(document.querySelector('input')).toBeNull()
})

test.each([
  [403, 'setup.code_wrong'],
  [422, 'request.invalid'],
])('a stored code that is refused with %i is forgotten and asked for', async (status, code) => {
  const calls = await open(PATH)
  for (const call of calls) await call.answer(status, refusal(status, code))
  expect(setupCode.get()).toBe('')
  expect(field('input').value).toBe('')
})

test('a setup that was finished in another window is named', async () => {
  const calls = await open(PATH)
  for (const call of calls) await call.answer(410, refusal(410, 'setup.closed'))
  expect(document.body.textContent).toContain('setup.already_done')
})

test('a setup that was finished before its code was typed is named', async () => {
  keepSetupCode('')
  const calls = await open(`${PATH}?code=NEW2`)
  await calls[0]?.answer(410, refusal(410, 'setup.closed'))
  expect(document.body.textContent).toContain('setup.already_done')
})
