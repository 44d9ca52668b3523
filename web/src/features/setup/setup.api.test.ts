// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { settle, setUpRendering, stubCalls, useConfig } from '../../../test/render.tsx'
import { config } from '../../lib/config.ts'
import { finishInstallation } from './setup.api.ts'

setUpRendering()

const ADMIN = { name: 'Ada', email: 'ada@example.com', password: 'a long password' }

test('what the wizard has set applies without a new page', async () => {
  await useConfig({ installation: 'installation-needed', appName: 'Coffer' })
  const calls = stubCalls()
  const finished = finishInstallation(ADMIN, null)
  await calls[0]?.answer(201, {})
  await calls[1]?.answer(200, { appName: 'Harbour files', appColor: '#7c3aed' })
  await finished
  expect(calls[1]?.path).toBe('/api/config')
  expect(config()).toMatchObject({
    appName: 'Harbour files',
    installation: 'installation-done',
    isAuthenticated: true,
  })
  expect(document.head.textContent).toContain('#7c3aed')
})

test('a configuration that cannot be read does not fail the finished installation', async () => {
  await useConfig({ installation: 'installation-needed' })
  const calls = stubCalls()
  const finished = finishInstallation(ADMIN, null)
  await calls[0]?.answer(201, {})
  await calls[1]?.answer(503, {})
  await settle()
  await finished
  expect(config()).toMatchObject({ installation: 'installation-done', isAuthenticated: true })
})
