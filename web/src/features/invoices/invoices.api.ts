import { getBillingProfile } from '@coffer/contract/billing-profile'
import {
  getInvoice,
  listInvoices,
  listOwnInvoices,
  listUserInvoices,
} from '@coffer/contract/invoices'
import { getInvoiceUsage } from '@coffer/contract/spending'
import {
  listOwnTransactions,
  listTransactions,
  listUserTransactions,
} from '@coffer/contract/transactions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { INVOICES } from '../../lib/query-keys.ts'
import { tableQuery } from '../../ui/admin-table/table-query.ts'
import type { TableRequest } from '../../ui/admin-table/table-search.ts'

/** All queries about invoices and transactions. */
export const INVOICES_KEY = [INVOICES] as const

export const invoicesQuery = (request: TableRequest) =>
  tableQuery([...INVOICES_KEY, 'all'], listInvoices, request)

/** @param language of the notes */
export const transactionsQuery = (request: TableRequest, language: string) =>
  tableQuery([...INVOICES_KEY, 'transactions', language], listTransactions, request)

/** @param among the invoices that precede and follow it */
export const invoiceQuery = (
  id: string,
  language: string,
  among: 'same_user' | 'all' = 'same_user',
) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'one', id, language, among],
    queryFn: async ({ signal }) =>
      (await api(getInvoice, { params: { id }, query: { among } }, { signal })).data,
    retry: false,
  })

/** The usage per day that an invoice bills. */
export const invoiceUsageQuery = (id: string) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'usage', id],
    queryFn: async ({ signal }) =>
      (await api(getInvoiceUsage, { params: { id } }, { signal })).data,
    retry: false,
  })

/** Whose invoices or transactions a list shows: the caller's, or those of a user. */
export type ListOwner = { userId?: string | undefined }

const listOf = (per_page: number) => ({ per_page }) as never

export const shortInvoicesQuery = ({ userId }: ListOwner, count: number, language: string) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'list', userId, count, language],
    queryFn: ({ signal }) =>
      userId === undefined
        ? api(listOwnInvoices, { query: listOf(count) }, { signal })
        : api(listUserInvoices, { params: { id: userId }, query: listOf(count) }, { signal }),
    placeholderData: keepPreviousData,
  })

export const shortTransactionsQuery = ({ userId }: ListOwner, count: number, language: string) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'transaction-list', userId, count, language],
    queryFn: ({ signal }) =>
      userId === undefined
        ? api(listOwnTransactions, { query: listOf(count) }, { signal })
        : api(listUserTransactions, { params: { id: userId }, query: listOf(count) }, { signal }),
    placeholderData: keepPreviousData,
  })

export const billingProfileQuery = queryOptions({
  queryKey: [...INVOICES_KEY, 'profile'],
  queryFn: async ({ signal }) => (await api(getBillingProfile, {}, { signal })).data,
})
