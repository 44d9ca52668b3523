// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { BellRing } from 'lucide-react'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubMatchMedia } from '../../../test/match-media.ts'
import { LimitForm } from './limit-form.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
stubMatchMedia()

const save = vi.fn<(amount: number | null) => Promise<void>>()
let answer = () => {}
let root: Root

beforeEach(() => {
  save.mockReset().mockImplementation(() => new Promise(resolve => (answer = resolve)))
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

const show = (amount: number | null) =>
  act(() =>
    root.render(
      <MantineProvider env="test">
        <LimitForm
          icon={BellRing}
          kind="alert"
          limit={amount === null ? null : { amount, currency: 'EUR' }}
          currency="EUR"
          suggestion={1000}
          save={save}
        />
      </MantineProvider>,
    ),
  )

const find = <T extends HTMLElement>(selector: string): T => {
  const element = document.querySelector<T>(selector)
  if (!element) throw new Error(`${selector} is not shown.`)
  return element
}
const field = () => find<HTMLInputElement>('input[inputmode=decimal]')
const button = () => find<HTMLButtonElement>('button[type=submit]')

function type(text: string) {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setValue?.call(field(), text)
  act(() => field().dispatchEvent(new Event('input', { bubbles: true })))
}

const finishSaving = () => act(async () => answer())

test('an amount typed while the switch is still being saved is kept and can be submitted', async () => {
  show(null)
  act(() => find('[role=switch]').click())
  // The new limit is shown before all data that depends on it has been fetched.
  show(1000)
  type('25')
  expect(button().disabled).toBe(false)
  await finishSaving()
  expect(field().value).toBe('25')
  act(() => button().click())
  expect(save.mock.calls).toEqual([[1000], [2500]])
})

test('a saved amount is shown as it is stored, and can not be submitted twice', async () => {
  show(1000)
  type('25')
  act(() => button().click())
  expect(button().disabled).toBe(true)
  show(2500)
  await finishSaving()
  expect(field().value).toBe('25.00')
  expect(save).toHaveBeenCalledExactlyOnceWith(2500)
})
