// @vitest-environment jsdom
import type { Invoice } from '@coffer/contract/invoices'
import type { Transaction } from '@coffer/contract/transactions'
import { translations } from '@coffer/contract/translations/index'
import { createInstance } from 'i18next'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { beforeAll, expect, it, vi } from 'vitest'
import { historyKey, InvoiceTotal, TransactionAmount, useInvoiceDates } from './status.tsx'

const i18n = createInstance()

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB', 'en'])
  await i18n.init({
    lng: 'en',
    resources: { en: { translation: translations.en } },
    keySeparator: false,
  })
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})

function textOf(node: ReactNode): string | null {
  const container = document.createElement('div')
  const root = createRoot(container)
  act(() => root.render(<I18nextProvider i18n={i18n}>{node}</I18nextProvider>))
  const { textContent } = container
  act(() => root.unmount())
  return textContent
}

// `price` follows the language alone, as the server does not know the region.
it('amounts of lists follow the region of the user', () => {
  const invoice = { price: '$5.00', total: 500, currency: 'USD' } as Invoice['attributes']
  expect(textOf(<InvoiceTotal attributes={invoice} />)).toBe('US$5.00')
  const transaction = {
    price: '$5.00',
    amount: 500,
    currency: 'USD',
    type: 'credit',
  } as Transaction['attributes']
  expect(textOf(<TransactionAmount attributes={transaction} />)).toBe('+US$5.00')
})

function Dates({ attributes }: { attributes: Invoice['attributes'] }) {
  return useInvoiceDates()(attributes)
}

it('lists show when an invoice was paid', () => {
  const invoice = {
    issued_at: '2024-11-12T12:00:00.000Z',
    paid_at: '2024-11-14T12:00:00.000Z',
  } as Invoice['attributes']
  expect(textOf(<Dates attributes={invoice} />)).toBe('12 Nov 2024 · Paid: 14 Nov 2024')
  expect(textOf(<Dates attributes={{ ...invoice, paid_at: null }} />)).toBe('12 Nov 2024')
})

it.each([
  ['charge', 'completed', 'stripe', '€5.00 paid'],
  ['withdrawal', 'completed', 'system', '€5.00 paid'],
  ['charge', 'error', 'stripe', 'Payment of €5.00 failed'],
  ['withdrawal', 'completed', 'stripe', '€5.00 returned'],
  ['credit', 'completed', 'system', '€5.00 credited to the balance'],
] as const)(
  'the history of an invoice has a %s, %s at %s, as “%s”',
  (type, status, driver, text) => {
    const key = historyKey({ type, status, driver } as Transaction['attributes'])
    expect(i18n.t(key, { amount: '€5.00' })).toBe(text)
  },
)
