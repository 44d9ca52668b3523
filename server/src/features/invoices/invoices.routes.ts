import { presentAdminList } from '@coffer/contract/admin-list'
import * as profile from '@coffer/contract/billing-profile'
import * as contract from '@coffer/contract/invoices'
import type { FastifyRequest } from 'fastify'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { csvFile, sendExport } from '../../http/download.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { requireUser } from '../user-directory/index.ts'
import * as admin from './admin-invoices.service.ts'
import * as profiles from './billing-profile.service.ts'
import { readPdf } from './invoice-pdf.service.ts'
import { presentInvoice, presentInvoiceDetail } from './invoices.presenter.ts'
import * as service from './invoices.service.ts'

/** @param afterPayment is called in the transaction after a debt or balance changed */
export function invoicesRoutes(
  route: Route,
  deps: Deps,
  afterPayment: admin.AfterPayment = async () => {},
): void {
  const list = async (query: contract.InvoiceQuery, request: FastifyRequest, userId?: string) => {
    const { rows, total } = await service.listInvoices(deps, query, userId)
    const now = deps.now().getTime()
    const data = rows.map(row => presentInvoice(row, localeOf(request), now))
    return { data, meta: presentAdminList(query, total, rows.length) }
  }
  const detail = async (
    actor: UserActor,
    id: string,
    request: FastifyRequest,
    among: 'same_user' | 'all' = 'all',
  ) => ({
    data: presentInvoiceDetail(
      await service.getInvoice(deps, actor, { id, among }),
      localeOf(request),
      deps.now().getTime(),
    ),
  })

  route(contract.listOwnInvoices, ({ actor, query }, { request }) =>
    list(query, request, actor.userId),
  )
  route(contract.listInvoices, ({ query }, { request }) => list(query, request))
  route(contract.listUserInvoices, async ({ params, query }, { request }) => {
    await requireUser(deps.db, params.id)
    return list(query, request, params.id)
  })
  route(contract.getInvoice, ({ actor, params, query }, { request }) =>
    detail(actor, params.id, request, query.among),
  )

  route(contract.downloadInvoice, async ({ actor, params }, http) => {
    const { label, pdf } = await readPdf(deps, actor, params.id)
    return sendExport(http, { filename: `${label}.pdf`, type: 'application/pdf' }, () => pdf)
  })

  route(contract.exportInvoices, ({ query }, http) => {
    const file = csvFile('coffer-invoices', deps.now())
    return sendExport(http, file, async () => {
      await service.recordInvoiceExport(deps, query)
      return service.exportInvoices(deps, query, localeOf(http.request))
    })
  })

  route(contract.createCreditNote, async ({ actor, params, body }, { request }) => {
    const input = { invoiceId: params.id, ...body }
    const { id } = await admin.createCreditNote(deps, input, afterPayment)
    return detail(actor, id, request)
  })
  route(contract.voidInvoice, async ({ actor, params, body }, { request }) => {
    await admin.cancelInvoice(deps, { invoiceId: params.id, ...body }, afterPayment)
    return detail(actor, params.id, request)
  })
  route(contract.markInvoicePaid, async ({ actor, params, body }, { request }) => {
    await admin.markPaidByHand(deps, { invoiceId: params.id, ...body }, afterPayment)
    return detail(actor, params.id, request)
  })
  route(contract.writeOffInvoice, async ({ actor, params, body }, { request }) => {
    await admin.writeOffInvoice(deps, { invoiceId: params.id, ...body }, afterPayment)
    return detail(actor, params.id, request)
  })

  route(contract.creditUser, async ({ params, body }) => ({
    data: { balance: await admin.creditUser(deps, params.id, body, afterPayment) },
  }))

  route(profile.getBillingProfile, async ({ actor }) => ({
    data: (await profiles.readProfile(deps, actor)) ?? null,
  }))
  route(profile.putBillingProfile, async ({ actor, body }) => ({
    data: await profiles.saveProfile(deps, actor, body),
  }))
}
