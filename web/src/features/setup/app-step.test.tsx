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
