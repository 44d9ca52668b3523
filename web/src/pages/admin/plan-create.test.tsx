// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { setUpRendering, showPage, submit, useConfig } from '../../../test/render.tsx'
import { CreateMeteredPlanPage } from './plan-create.tsx'

setUpRendering()

test('all missing values of a metered plan are marked at once', async () => {
  await useConfig({})
  await showPage(CreateMeteredPlanPage)
  await submit()
  const marked = [...document.querySelectorAll('[aria-invalid=true]')]
  expect(marked.length).toBe(2)
})
