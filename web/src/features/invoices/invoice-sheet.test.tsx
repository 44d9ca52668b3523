// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { setUpRendering, show } from '../../../test/render.tsx'
import { InvoiceBreakdown } from './invoice-sheet.tsx'

setUpRendering()

test('a document whose time zone the browser does not know is shown', async () => {
  const document = {
    kind: 'invoice',
    locale: 'en-GB',
    currency: 'EUR',
    time_zone: 'Europe/Atlantis',
    texts: { total: 'Total' },
    lines: [],
    taxes: [],
    subtotal: 1200,
    total: 1200,
  }
  await show(<InvoiceBreakdown document={document as never} />)
  expect(window.document.body.textContent).toContain('Total€12.00')
})
