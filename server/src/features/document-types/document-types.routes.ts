import { paginate } from '@coffer/contract'
import * as contract from '@coffer/contract/document-type-editing'
import { listDocumentTypes } from '@coffer/contract/document-types'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { presentSubcategory, presentType } from './document-types.presenter.ts'
import * as service from './document-types.service.ts'

const presentPage = <R, T>({ rows, total, page }: service.Rows<R>, present: (row: R) => T) => ({
  data: rows.map(present),
  meta: { paginate: paginate(page, total, rows.length) },
})

export function documentTypesRoutes(route: Route, deps: Deps): void {
  route(listDocumentTypes, async () => ({
    data: (await service.listTypes(deps)).map(presentType),
  }))

  route(contract.browseDocumentTypes, async ({ query }) =>
    presentPage(await service.browseTypes(deps, query), presentType),
  )
  route(contract.getDocumentType, async ({ params }) => ({
    data: presentType(await service.getType(deps, params.id)),
  }))
  route(contract.createDocumentType, async ({ body }) => ({
    data: presentType(await service.createType(deps, body)),
  }))
  route(contract.updateDocumentType, async ({ params, body }) => ({
    data: presentType(await service.updateType(deps, params.id, body)),
  }))
  route(contract.deleteDocumentType, async ({ params }) => {
    await service.deleteType(deps, params.id)
    return undefined
  })

  route(contract.browseSubcategories, async ({ query }) =>
    presentPage(await service.browseSubcategories(deps, query), presentSubcategory),
  )
  route(contract.browseSubcategoriesOfType, async ({ params, query }) =>
    presentPage(await service.browseSubcategories(deps, query, params.id), presentSubcategory),
  )
  route(contract.getSubcategory, async ({ params }) => ({
    data: presentSubcategory(await service.getSubcategory(deps, params.id)),
  }))
  route(contract.createSubcategory, async ({ body }) => ({
    data: presentSubcategory(await service.createSubcategory(deps, body)),
  }))
  route(contract.updateSubcategory, async ({ params, body }) => ({
    data: presentSubcategory(await service.updateSubcategory(deps, params.id, body)),
  }))
  route(contract.deleteSubcategory, async ({ params }) => {
    await service.deleteSubcategory(deps, params.id)
    return undefined
  })
}
