// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { find, setUpRendering, show } from '../../../test/render.tsx'
import type { Document } from './documents.api.ts'
import { ValueFacts } from './value-facts.tsx'

setUpRendering()

test.each([
  [1250.123456, '1,250.123456'],
  [0.1, '0.1'],
  [0.30000000000000004, '0.30000000000000004'],
  [1.5e-7, '0.00000015'],
])('shows every decimal of the number %f', async (value, text) => {
  const fields = [{ id: 'f', name: 'Rate', type: 'number', required: false, value }]
  const document = { tipo_nombre: 'Invoice', subcategory_nombre: null, fields }
  await show(<ValueFacts document={document as Document} />)
  expect(find('div:last-child > dd').textContent).toBe(text)
})
