import { logos as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { sendPicture } from '../../http/send-picture.ts'
import { receiveFile } from '../../http/uploaded-file.ts'
import { openLogo, putLogo, removeLogo } from './logos.service.ts'

export function logosRoutes(route: Route, deps: Deps): void {
  route(contract.putLogo, async ({ actor, params: { name } }, { request }) => {
    // A field of any name, because the form has only one file.
    const url = await receiveFile(request, content => putLogo(deps, actor, name, content))
    return { data: { name, url } }
  })

  route(contract.removeLogo, async ({ actor, params: { name } }) => ({
    data: { name, url: await removeLogo(deps, actor, name) },
  }))

  route(contract.getSystemPicture, async ({ params: { key } }, http) => {
    const { type, read } = await openLogo(deps, key)
    return sendPicture({ tag: key, type, isFixed: true, read }, http)
  })
}
