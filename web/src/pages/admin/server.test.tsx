// @vitest-environment jsdom
import { expect, test } from 'vitest'
import {
  click,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { ServerPage } from './server.tsx'

setUpRendering()

const button = (label: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].find(
    ({ textContent }) => textContent === label,
  )

/** Opens the page with a mail check in a state. */
async function openPage(mail: 'ok' | 'warning') {
  const calls = stubCalls()
  await showPage(ServerPage)
  await calls
    .find(({ path }) => path.endsWith('/status'))
    ?.answer(200, {
      data: {
        checks: [
          { check: 'mail', state: mail, detail: null },
          { check: 'messages', state: 'ok', detail: null },
        ],
        processes: [],
        tasks: [],
        errors: [],
        faulty_files: [],
        database: null,
        storage: null,
        versions: { coffer: '1', node: '24', system: 'Linux' },
      },
    })
  return calls
}

test('sends a test email with the saved settings and shows the answer', async () => {
  await useConfig({ broadcasting: 'websocket' })
  const calls = await openPage('ok')
  await click(button('admin_settings.mail_test') as HTMLButtonElement)
  const call = calls.at(-1)
  expect([call?.method, call?.body]).toEqual(['POST', { values: {}, secrets: {} }])
  expect(call?.path).toContain('/settings/email/test')
  await call?.answer(200, { data: { is_sent: false, to: 'a@b.c', answer: '550 refused' } })
  await settle()
  expect(document.body.textContent).toContain('admin_settings.mail_test_failed')
  expect(document.body.textContent).toContain('550 refused')
})

test('sends no test email without a mail server', async () => {
  await useConfig({ broadcasting: 'websocket' })
  await openPage('warning')
  expect(button('admin_settings.mail_test')?.disabled).toBe(true)
})

test('tests the connection of the page where websockets are on', async () => {
  await useConfig({ broadcasting: 'websocket' })
  await openPage('ok')
  const start = button('admin_settings.realtime_test') as HTMLButtonElement
  await click(start)
  expect(start.dataset.loading).toBe('true')
})

test('offers no connection test where websockets are off', async () => {
  await useConfig({ broadcasting: 'none' })
  await openPage('ok')
  expect(button('admin_settings.realtime_test')).toBeUndefined()
})
