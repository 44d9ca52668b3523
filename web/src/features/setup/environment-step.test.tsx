// @vitest-environment jsdom
import type { SetupProgress } from '@coffer/contract/setup'
import { expect, test } from 'vitest'
import {
  choose,
  click,
  field,
  find,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
} from '../../../test/render.tsx'
import { EnvironmentStep } from './environment-step.tsx'

setUpRendering()

const STORED = {
  storage_driver: 'other',
  s3_endpoint: 'https://s3.example',
  s3_bucket: 'files',
  mail_driver: 'smtp',
  smtp_host: 'mail.example',
} as const

const open = (values: object, locked: string[] = []) => {
  const progress = {
    values,
    locked,
    steps: [],
    storage: { path: '/data', free_bytes: null },
    has_smtp_password: true,
    has_s3_secret_access_key: true,
  } as unknown as SetupProgress
  return showPage(() => <EnvironmentStep progress={progress} />)
}
const select = (driver: string) => find<HTMLSelectElement>(`select:has(option[value="${driver}"])`)

async function sent() {
  const calls = stubCalls()
  await submit()
  return calls.find(({ path }) => path.endsWith('/environment-setup'))?.body
}

test('a return to the disk and to no mail server is stored', async () => {
  await open(STORED)
  await choose(select('disk'), 'disk')
  await choose(select('smtp'), 'none')
  expect(find('button[type=submit]').textContent).toBe('setup.continue')
  expect(await sent()).toEqual({ code: '', storage_driver: 'disk', mail_driver: 'none' })
})

test('a mail server is stored together with a return to the disk', async () => {
  await open(STORED)
  await choose(select('disk'), 'disk')
  expect(await sent()).toMatchObject({
    storage_driver: 'disk',
    mail_driver: 'smtp',
    smtp_host: 'mail.example',
  })
})

test('what the environment sets is not sent', async () => {
  await open(STORED, ['storage_driver'])
  await choose(select('smtp'), 'none')
  expect(await sent()).toEqual({ code: '', mail_driver: 'none' })
})

test('single values that the environment sets can not be changed and are neither tested nor sent', async () => {
  await open({ ...STORED, mail_from_address: 'files@example.test', s3_region: 'eu-west-9' }, [
    'mail_from_address',
    'mail_from_name',
    's3_region',
    's3_endpoint',
    's3_secret_access_key',
  ])
  for (const label of [
    'setup.mail_from_address',
    'setup.mail_from_name',
    'setup.s3_endpoint',
    'setup.s3_secret_access_key',
  ])
    expect([label, inputLabelled(label).disabled]).toEqual([label, true])
  expect(inputLabelled('setup.smtp_host').disabled).toBe(false)
  await choose(select('s3'), 's3')
  expect(inputLabelled('setup.s3_region')).toMatchObject({ disabled: true, value: 'eu-west-9' })
  expect(inputLabelled('setup.s3_endpoint').value).toBe('https://s3.example')

  const calls = stubCalls()
  await click(buttonNamed('setup.storage_test'))
  await calls[0]?.answer(200, { data: { is_passed: true, checks: [] } })
  expect(Object.keys(calls[0]?.body as object)).toEqual(['code', ...SENT_OF_BUCKET])
  expect(Object.keys((await sent()) as object)).toEqual([
    'code',
    'mail_driver',
    'smtp_host',
    'smtp_port',
    'smtp_username',
    'smtp_encryption',
    ...SENT_OF_BUCKET,
  ])
})

test('the disk and no mail server skip the step while nothing is stored', async () => {
  await open({ storage_driver: 'disk', mail_driver: 'none' })
  expect(find('button[type=submit]').textContent).toBe('setup.skip')
  expect(await sent()).toEqual({ code: '', skip: true })
})

const SENT_OF_BUCKET = [
  'storage_driver',
  's3_bucket',
  's3_prefix',
  's3_access_key_id',
  's3_path_style',
]

function inputLabelled(text: string): HTMLInputElement {
  const label = [...document.querySelectorAll('label')].find(one => one.textContent === text)
  return field(`#${CSS.escape(label?.htmlFor ?? '')}`)
}
function buttonNamed(name: string): HTMLButtonElement {
  const button = [...document.querySelectorAll('button')].find(one => one.textContent === name)
  if (!button) throw new Error(`${name} is not shown.`)
  return button
}
const canContinue = () => !find<HTMLButtonElement>('button[type=submit]').disabled

test('a changed bucket needs a passed test of exactly its values', async () => {
  await open({ ...STORED, mail_driver: 'none' })
  expect(canContinue()).toBe(true)
  await type(field('input[value="files"]'), 'photos')
  expect(canContinue()).toBe(false)
  const calls = stubCalls()
  await click(buttonNamed('setup.storage_test'))
  await calls[0]?.answer(200, { data: { is_passed: true, checks: [] } })
  expect(canContinue()).toBe(true)
  await type(field('input[value="photos"]'), 'videos')
  expect(canContinue()).toBe(false)
  await click(buttonNamed('setup.storage_test'))
  await calls[1]?.answer(200, { data: { is_passed: false, checks: [] } })
  expect(canContinue()).toBe(false)
})

test('a new mail server needs a sent test email', async () => {
  await open({ storage_driver: 'disk', mail_driver: 'none' })
  await choose(select('smtp'), 'smtp')
  await type(field('input:not([inputmode])'), 'mail.example')
  expect(canContinue()).toBe(false)
  await type(field('input[autocomplete="email"]'), 'ada@example.test')
  const calls = stubCalls()
  await click(buttonNamed('setup.mail_test'))
  await calls[0]?.answer(200, { data: { is_sent: true, to: 'ada@example.test', answer: null } })
  expect(canContinue()).toBe(true)
  await choose(select('smtp'), 'none')
  expect(canContinue()).toBe(true)
})
