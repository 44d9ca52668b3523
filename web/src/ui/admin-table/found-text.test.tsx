// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { setUpRendering, showHook } from '../../../test/render.tsx'
import { useFoundText } from './found-text.ts'

setUpRendering()

const metaOf = (is_capped: boolean) => ({ paginate: { total: 10_000 }, is_capped })
const textOf = async (...args: Parameters<typeof useFoundText>) =>
  (await showHook(() => useFoundText(...args)))()

test('a total that stops at 10,000 is not shown as exact', async () => {
  expect(await textOf('invoices.found', metaOf(false))).toBe('invoices.found')
  expect(await textOf('invoices.found', metaOf(true))).toBe('invoices.found_more')
  expect(await textOf('invoices.found', undefined)).toBeUndefined()
})
