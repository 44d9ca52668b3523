import { FALLBACK_LOCALE, type TranslationKey, translations } from '@coffer/contract'
import type { InvoiceTextName } from '@coffer/contract/invoice-formats'
import type { InvoiceSnapshot } from '@coffer/contract/invoices'
import { messagesOf } from '../../lib/installed-languages.ts'
import { fillMessage } from '../../lib/translate.ts'

const PREFIX = 'invoice_document.'

const KEYS = (Object.keys(translations[FALLBACK_LOCALE]) as TranslationKey[]).filter(key =>
  key.startsWith(PREFIX),
)

/** Returns the fixed texts of a document for its snapshot, so that later changes don't alter it. */
export function invoiceTexts(locale: string): Record<string, string> {
  const messages = messagesOf(locale)
  return Object.fromEntries(
    KEYS.map(key => [
      key.slice(PREFIX.length),
      messages[key] ?? translations[FALLBACK_LOCALE][key],
    ]),
  )
}

/** Returns a function that fills in the texts of a snapshot. */
export function textsOf({ locale, texts }: Pick<InvoiceSnapshot, 'locale' | 'texts'>) {
  return (name: InvoiceTextName, values: Record<string, string> = {}): string =>
    fillMessage(locale, texts[name] ?? translations[FALLBACK_LOCALE][`${PREFIX}${name}`], values)
}
