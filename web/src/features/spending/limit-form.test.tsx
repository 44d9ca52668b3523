// @vitest-environment jsdom
import { BellRing } from 'lucide-react'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  click,
  field,
  find,
  setUpRendering,
  show,
  type,
  useLanguage,
} from '../../../test/render.tsx'
import { LimitForm } from './limit-form.tsx'

setUpRendering()

const save = vi.fn<(amount: number | null) => Promise<boolean>>()
let answer = (_isSaved: boolean) => {}

beforeEach(() => {
  save.mockReset().mockImplementation(() => new Promise(resolve => (answer = resolve)))
})

const showLimit = (amount: number | null, currency = 'EUR') =>
  show(
    <LimitForm
      icon={BellRing}
      kind="alert"
      limit={amount === null ? null : { amount, currency }}
      currency={currency}
      suggestion={1000}
      save={save}
    />,
  )

const amount = () => field('input[inputmode=decimal]')
const button = () => find<HTMLButtonElement>('button[type=submit]')

const finishSaving = (isSaved = true) => act(async () => answer(isSaved))

test('an amount typed while the switch is still being saved is kept and can be submitted', async () => {
  await showLimit(null)
  await click(find('[role=switch]'))
  // The new limit is shown before all data that depends on it has been fetched.
  await showLimit(1000)
  await type(amount(), '25')
  expect(button().disabled).toBe(false)
  await finishSaving()
  expect(amount().value).toBe('25')
  await click(button())
  expect(save.mock.calls).toEqual([[1000], [2500]])
})

test('a saved amount is shown as it is stored, and can not be submitted twice', async () => {
  await showLimit(1000)
  await type(amount(), '25')
  await click(button())
  expect(button().disabled).toBe(true)
  await showLimit(2500)
  await finishSaving()
  expect(amount().value).toBe('25.00')
  expect(save).toHaveBeenCalledExactlyOnceWith(2500)
})

test('an amount that could not be saved stays in the field', async () => {
  await showLimit(1000)
  await type(amount(), '25')
  await click(button())
  await finishSaving(false)
  expect(amount().value).toBe('25')
  expect(button().disabled).toBe(false)
})

test('an amount that can’t be read is explained', async () => {
  await showLimit(1000)
  await type(amount(), 'ten')
  expect(document.body.textContent).toContain('validation.number')
  expect(button().disabled).toBe(true)
})

test('an amount is written as its reader types it', async () => {
  await useLanguage('es')
  await showLimit(10_000, 'KWD')
  expect(amount().value).toBe('10,000')
  await type(amount(), '12,000')
  await click(button())
  expect(save).toHaveBeenCalledExactlyOnceWith(12_000)
})
