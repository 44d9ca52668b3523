import { type PageQuery, paginate } from '@coffer/contract'
import { presentAdminList } from '@coffer/contract/admin-list'
import * as contract from '@coffer/contract/document-type-editing'
import { listDocumentTypes } from '@coffer/contract/document-types'
import type { Deps } from '../../deps.ts'
import { sendExport } from '../../http/download.ts'
import type { Route } from '../../http/route.ts'
import { readUploadedFile } from '../../http/uploaded-file.ts'
import { presentSubcategory, presentType } from './document-types.presenter.ts'
import * as service from './document-types.service.ts'
import { mergeTypes } from './merge.service.ts'
import { exportCatalogue, importCatalogue } from './seed.service.ts'

const presentPage = <R, T>({ rows, total, page }: service.Rows<R>, present: (row: R) => T) => ({
  data: rows.map(present),
  meta: { paginate: paginate(page, total, rows.length) },
})

function presentCounted<R, T extends object>(
  query: PageQuery,
  { rows, items, total }: service.CountedRows<R>,
  present: (row: R) => T,
  idOf: (row: R) => string,
) {
  const data = rows.map(row => {
    const counted = items.get(idOf(row)) ?? 0
    const is_capped = counted > contract.MAX_ITEMS_COUNTED
    return { ...present(row), meta: { items: counted - (is_capped ? 1 : 0), is_capped } }
  })
  return { data, meta: presentAdminList(query, { rows: total, isCapped: false }, rows.length) }
}

export function documentTypesRoutes(route: Route, deps: Deps): void {
  route(listDocumentTypes, async () => ({
    data: (await service.listTypes(deps)).map(presentType),
  }))

  route(contract.browseDocumentTypes, async ({ query }) =>
    presentCounted(query, await service.browseTypes(deps, query), presentType, ({ row }) => row.id),
  )
  route(contract.exportDocumentTypes, (_, http) => {
    const file = { filename: 'document-types.json', type: 'application/json' }
    return sendExport(http, file, () => exportCatalogue(deps))
  })
  route(contract.importDocumentTypes, async (_, { request }) => {
    const bytes = await readUploadedFile(request, contract.MAX_CATALOGUE_BYTES)
    return { meta: { changed: await importCatalogue(deps, bytes) } }
  })
  route(contract.mergeDocumentTypes, async ({ params, body }) => ({
    data: presentType(await mergeTypes(deps, params.id, body.into)),
  }))
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
    presentCounted(
      query,
      await service.browseSubcategoriesOf(deps, params.id, query),
      presentSubcategory,
      ({ id }) => id,
    ),
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
