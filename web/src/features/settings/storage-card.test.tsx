// @vitest-environment jsdom
import type { SettingOrigin } from '@coffer/contract/settings'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import {
  choose,
  field,
  find,
  queries,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  useConfig,
} from '../../../test/render.tsx'
import { settingsQuery } from './settings.api.ts'
import { SettingsPage } from './settings-page.tsx'
import { StorageCard } from './storage-card.tsx'
import { useSettingsForm } from './use-settings-form.ts'

setUpRendering()

const NAMES = {
  storage_driver: 'Storage',
  s3_endpoint: 'Endpoint',
  s3_region: 'Region',
  s3_bucket: 'Bucket',
  s3_prefix: 'Prefix',
  s3_access_key_id: 'Access key',
  s3_path_style: 'Path style',
}
const BUCKET = {
  storage_driver: 's3',
  s3_endpoint: 'https://s3.us-east-1.amazonaws.com',
  s3_region: 'us-east-1',
  s3_bucket: 'files',
}

function Page() {
  const form = useSettingsForm({ values: NAMES, secrets: { s3_secret_access_key: 'Key' } })
  return (
    <SettingsPage title="Storage" form={form}>
      <StorageCard />
    </SettingsPage>
  )
}

async function open(stored: Record<string, unknown>, inEnvironment: readonly string[] = []) {
  const stateOf = (origin: SettingOrigin) => ({ origin, changed_at: null, changed_by: null })
  const values = Object.keys(NAMES).map(name => {
    const origin = inEnvironment.includes(name) ? 'environment' : 'stored'
    return [name, { value: stored[name] ?? null, ...stateOf(origin) }]
  })
  const settings = {
    values: Object.fromEntries(values),
    secrets: { s3_secret_access_key: { is_set: false, ...stateOf('default') } },
  }
  await act(async () => queries.setQueryData(settingsQuery.queryKey, settings as never))
  await showPage(Page)
}
const driver = () => find<HTMLSelectElement>('select[name=storage_driver]')
const region = () => find<HTMLSelectElement>('select[name=s3_region]')

beforeEach(() => useConfig({}))

test('a provider fills in its region and address', async () => {
  await open(BUCKET)
  await choose(driver(), 'wasabi')
  await choose(region(), 'eu-west-1')
  expect(field('input[name=s3_endpoint]').value).toBe('https://s3.eu-west-1.wasabisys.com')
})

test('a region and an address that the environment sets are not filled in', async () => {
  await open({ ...BUCKET, s3_region: 'eu-west-9' }, ['s3_region', 's3_endpoint'])
  await choose(driver(), 'wasabi')
  expect(field('[name=s3_region]')).toMatchObject({ value: 'eu-west-9', disabled: true })
  const calls = stubCalls()
  await submit()
  expect(calls[0]?.body).toHaveProperty('values', { storage_driver: 'wasabi' })
})

test('the address follows a region that the environment sets', async () => {
  await open({ ...BUCKET, s3_region: 'eu-west-2' }, ['s3_region'])
  await choose(driver(), 'wasabi')
  expect(field('input[name=s3_endpoint]').value).toBe('https://s3.eu-west-2.wasabisys.com')
})

test('an error of the region is shown at its list', async () => {
  await open(BUCKET)
  await choose(region(), 'eu-west-1')
  const calls = stubCalls()
  await submit()
  const problem = { type: 'about:blank', title: '', status: 422, detail: '', message: 'Invalid' }
  const errors = { 'values.s3_region': ['Not a region'] }
  await calls[0]?.answer(422, { ...problem, code: 'request.invalid', errors })
  expect(region().getAttribute('aria-invalid')).toBe('true')
  expect(document.body.textContent).toContain('Not a region')
})
