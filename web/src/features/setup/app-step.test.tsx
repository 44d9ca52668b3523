// @vitest-environment jsdom
import type { SetupProgress } from '@coffer/contract/setup'
import { expect, test } from 'vitest'
import {
  click,
  field,
  find,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { AppStep } from './app-step.tsx'

setUpRendering()

const progress = {
  values: { app_title: 'Harbour files', storage_limitation: true },
  locked: [],
  logos: {},
  steps: [],
} as unknown as SetupProgress

test('a limit of storage that is switched off is neither checked nor sent', async () => {
  await useConfig({})
  await showPage(() => <AppStep progress={progress} />)
  const calls = stubCalls()
  await type(field('input[inputmode=decimal]'), 'much')
  await submit()
  expect(calls).toHaveLength(0)
  expect(find('input[inputmode=decimal]').getAttribute('aria-invalid')).toBe('true')

  await click(document.querySelectorAll<HTMLElement>('[role=switch]')[1] as HTMLElement)
  await submit()
  expect(calls[0]?.body).toMatchObject({ app_title: 'Harbour files', storage_limitation: false })
  expect(calls[0]?.body).not.toHaveProperty('default_max_storage_amount')
})

test.each([
  ['none', 1, []],
  ['fixed', 0, ['default_max_storage_amount', 'default_max_team_member']],
  ['metered', 0, []],
])(
  'with the type %s only the limits that it has are set',
  async (subscription_type, count, names) => {
    await useConfig({})
    const values = { app_title: 'Harbour files', storage_limitation: false, subscription_type }
    await showPage(() => <AppStep progress={{ ...progress, values } as SetupProgress} />)
    // The other switch is that of registrations.
    expect(document.querySelectorAll('[role=switch]')).toHaveLength(1 + count)
    const calls = stubCalls()
    await submit()
    const sent = Object.keys(calls[0]?.body as object).filter(name =>
      name.startsWith('default_max'),
    )
    expect(sent.sort()).toEqual(names)
  },
)
