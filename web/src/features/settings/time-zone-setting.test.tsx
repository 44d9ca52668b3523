// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
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
import { settingsQuery } from './settings.api.ts'
import { SettingsPage } from './settings-page.tsx'
import { TimeZoneSetting } from './time-zone-setting.tsx'
import { useSettingsForm } from './use-settings-form.ts'

setUpRendering()

function Page() {
  const form = useSettingsForm({ values: { timezone: 'Time zone' } })
  return (
    <SettingsPage title="Appearance" form={form}>
      <TimeZoneSetting />
    </SettingsPage>
  )
}

beforeEach(async () => {
  await useConfig({})
  const timezone = { value: null, origin: 'stored', changed_at: null, changed_by: null }
  const settings = { values: { timezone }, secrets: {} }
  await act(async () => queries.setQueryData(settingsQuery.queryKey, settings as never))
})

test('the time zone of the installation is searched and saved', async () => {
  const calls = stubCalls()
  await showPage(Page)
  await click(find('button[name=timezone]'))
  await type(field('input[role=combobox]'), 'madrid')
  await click(find('[role=option]'))
  expect(find('button[name=timezone]').textContent).toContain('Madrid')
  await submit()
  expect(calls[0]?.body).toMatchObject({ values: { timezone: 'Europe/Madrid' } })
})
