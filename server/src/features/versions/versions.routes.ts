import { versions as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { presentItem } from '../items/index.ts'
import { presentHistory } from './versions.presenter.ts'
import { clearVersions, deleteVersion, listVersions, restoreVersion } from './versions.service.ts'

export function versionsRoutes(route: Route, deps: Deps): void {
  route(contract.listVersions, async ({ actor, params }) => ({
    data: presentHistory(await listVersions(deps, actor, params.id)),
  }))

  route(contract.restoreVersion, async ({ actor, params }) => {
    const { item, versionId } = await restoreVersion(deps, actor, params)
    return { data: presentItem(actor, item), meta: { version_id: versionId } }
  })

  route(contract.deleteVersion, async ({ actor, params }) => ({
    data: presentItem(actor, await deleteVersion(deps, actor, params)),
  }))

  route(contract.clearVersions, async ({ actor }) => ({
    data: { freed_bytes: await clearVersions(deps, actor) },
  }))
}
