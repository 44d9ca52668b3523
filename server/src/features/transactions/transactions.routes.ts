import { presentAdminList } from '@coffer/contract/admin-list'
import * as contract from '@coffer/contract/transactions'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { csvFile, sendExport } from '../../http/download.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { requireUser } from '../user-directory/index.ts'
import { presentTransaction } from './transactions.presenter.ts'
import * as service from './transactions.service.ts'

export function transactionsRoutes(route: Route, deps: Deps): void {
  const list = async (
    query: contract.TransactionQuery,
    request: FastifyRequest,
    userId?: string,
  ) => {
    const { rows, total } = await service.listTransactions(deps, query, userId)
    const data = rows.map(row => presentTransaction(row, localeOf(request)))
    return { data, meta: presentAdminList(query, total, rows.length) }
  }

  route(contract.listOwnTransactions, ({ actor, query }, { request }) =>
    list(query, request, actor.userId),
  )
  route(contract.listTransactions, ({ query }, { request }) => list(query, request))
  route(contract.listUserTransactions, async ({ params, query }, { request }) => {
    await requireUser(deps.db, params.id)
    return list(query, request, params.id)
  })

  route(contract.exportTransactions, ({ query }, http) => {
    const file = csvFile('coffer-transactions', deps.now())
    return sendExport(http, file, async () => {
      await service.recordTransactionExport(deps, query)
      return service.exportTransactions(deps, query, localeOf(http.request))
    })
  })
}
