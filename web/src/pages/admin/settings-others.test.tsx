// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import {
  click,
  field,
  find,
  queries,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { settingsQuery } from '../../features/settings/settings.api.ts'
import { SettingsOthersPage } from './settings-others.tsx'

setUpRendering()

const stored = {
  is_set: true,
  is_readable: true,
  ends_in: '4f2a',
  origin: 'stored',
  changed_at: null,
  changed_by: null,
}

test('the licence key can be replaced', async () => {
  await useConfig({})
  const calls = stubCalls()
  const settings = { values: {}, secrets: { purchase_code: stored } }
  await act(async () => queries.setQueryData(settingsQuery.queryKey, settings as never))
  await showPage(SettingsOthersPage)
  await click(find('button[aria-label="admin_settings.secret_replace_named"]'))
  await type(field('input[name=purchase_code]'), 'another-licence-key')
  await submit()
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    secrets: { purchase_code: 'another-licence-key' },
  })
})
