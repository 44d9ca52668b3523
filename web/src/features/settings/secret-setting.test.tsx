// @vitest-environment jsdom
import type { SecretState } from '@coffer/contract/settings'
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
import { SecretSetting } from './secret-setting.tsx'
import { settingsQuery } from './settings.api.ts'
import { SettingsPage } from './settings-page.tsx'
import { useSettingsForm } from './use-settings-form.ts'

setUpRendering()

const secretEndingIn = (ends_in: string): SecretState => ({
  is_set: true,
  is_readable: true,
  ends_in,
  origin: 'stored',
  changed_at: '2026-11-20T08:00:00.000Z',
  changed_by: null,
})
const settingsWith = (ends_in: string) => ({
  values: {},
  secrets: { smtp_password: secretEndingIn(ends_in) },
})

function Page() {
  const form = useSettingsForm({ values: {}, secrets: { smtp_password: 'Password' } })
  return (
    <SettingsPage title="Mail" form={form}>
      <SecretSetting name="smtp_password" />
    </SettingsPage>
  )
}

beforeEach(() => useConfig({}))

/** Shows the field in which a new secret is typed. */
async function replace() {
  const calls = stubCalls()
  const settings = settingsWith('1111')
  await act(async () => queries.setQueryData(settingsQuery.queryKey, settings as never))
  await showPage(Page)
  await click(find('[aria-label="admin_settings.secret_replace_named"]'))
  await type(field(INPUT), 'new secret')
  return calls
}
const INPUT = 'input[name=smtp_password]'
const isTyping = () => document.querySelector(INPUT) !== null
const clickButton = (text: string) => {
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === text,
  )
  return click(button as HTMLButtonElement)
}

test('a replaced secret is shown as set once it is saved', async () => {
  const calls = await replace()
  await submit()
  await calls[0]?.answer(200, { data: settingsWith('2222') })
  for (const call of calls.slice(1))
    await call.answer(200, { data: settingsWith('2222'), appColor: null })
  expect(isTyping()).toBe(false)
  expect(document.body.textContent).toContain('admin_settings.secret_ends')
})

test('the stored secret is shown again when its replacement is discarded', async () => {
  await replace()
  await clickButton('admin_settings.discard')
  expect(isTyping()).toBe(false)
})

test('the field of a new secret stays while its text is deleted, until it is cancelled', async () => {
  await replace()
  await type(field(INPUT), '')
  expect(isTyping()).toBe(true)
  await clickButton('admin_settings.secret_keep')
  expect(isTyping()).toBe(false)
})
