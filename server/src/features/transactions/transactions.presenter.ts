import type { Locale } from '@coffer/contract'
import { formatMoney } from '@coffer/contract/money'
import {
  TRANSACTION_NOTES,
  type Transaction,
  type TransactionMetadata,
} from '@coffer/contract/transactions'
import { translate } from '../../lib/translate.ts'
import { presentOwner } from '../user-directory/index.ts'
import type { TransactionWithUser } from './transactions.repository.ts'

/** Names of plans are shown as they are. */
export function noteOf(note: string, locale: Locale): string {
  const known = TRANSACTION_NOTES.find(each => each === note)
  return known ? translate(locale, `transactions.note.${known}`) : note
}

export function presentTransaction(row: TransactionWithUser, locale: Locale): Transaction {
  const { id, type, status, amount, currency, driver, reference, invoice_id } = row
  return {
    id,
    type: 'transaction',
    attributes: {
      type,
      status,
      note: noteOf(row.note, locale),
      price: formatMoney({ amount, currency }, locale),
      amount,
      currency,
      driver,
      reference,
      metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as TransactionMetadata),
      created_at: new Date(row.created_at).toISOString(),
      updated_at: new Date(row.updated_at).toISOString(),
    },
    relationships: {
      user: { data: presentOwner(row) },
      invoice: {
        data:
          invoice_id === null
            ? null
            : { id: invoice_id, type: 'invoice', attributes: { label: row.invoice_label ?? '' } },
      },
    },
  }
}
