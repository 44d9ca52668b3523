// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import {
  field,
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
import { TextSetting } from './text-settings.tsx'
import { useSettingsForm } from './use-settings-form.ts'

setUpRendering()

const settingsWith = (value: string | null) => ({
  values: { google_client_id: { value, origin: 'stored', changed_at: null, changed_by: null } },
  secrets: {},
})

function Page() {
  const form = useSettingsForm({ values: { google_client_id: 'Client ID' } })
  return (
    <SettingsPage title="Sign-in" form={form}>
      <TextSetting name="google_client_id" />
    </SettingsPage>
  )
}

const INPUT = 'input[name=google_client_id]'
const isUnsaved = () => document.body.textContent?.includes('admin_settings.discard')

beforeEach(async () => {
  await useConfig({})
  await act(async () => queries.setQueryData(settingsQuery.queryKey, settingsWith(null) as never))
})

/** Types a value that the server trims, and saves it. */
async function saveUntrimmed(whileSaving = async () => {}) {
  const calls = stubCalls()
  await showPage(Page)
  await type(field(INPUT), 'client-1 ')
  expect(isUnsaved()).toBe(true)
  await submit()
  await whileSaving()
  for (let index = 0; index < 3; index++)
    await calls[index]?.answer(200, { data: settingsWith('client-1'), appColor: null })
}

test('a value that the server normalised is saved', async () => {
  await saveUntrimmed()
  expect(isUnsaved()).toBe(false)
  expect(field(INPUT).value).toBe('client-1')
})

test('a value that was typed while another one was saved stays unsaved', async () => {
  await saveUntrimmed(() => type(field(INPUT), 'client-2'))
  expect(isUnsaved()).toBe(true)
  expect(field(INPUT).value).toBe('client-2')
})
