import * as contract from '@coffer/contract/documents'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { presentDocument } from './documents.presenter.ts'
import * as service from './documents.service.ts'

export function documentsRoutes(route: Route, deps: Deps): void {
  route(contract.getItemDocument, async ({ actor, params }) => ({
    data: presentDocument(actor, await service.getItemDocument(deps, actor, params.id)),
  }))

  route(contract.updateItemDocument, async ({ actor, params, body }) => ({
    data: presentDocument(actor, await service.updateItemDocument(deps, actor, params.id, body)),
  }))

  route(contract.updateItemDocuments, async ({ actor, body }) => ({
    meta: await service.updateItemDocuments(deps, actor, body),
  }))

  route(contract.writeMetaData, async ({ actor, body }) => ({
    data: presentDocument(actor, await service.writeMetaData(deps, actor, body)),
  }))
}
