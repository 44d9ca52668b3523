import { avatars as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { sendPicture } from '../../http/send-picture.ts'
import { openAvatar } from './avatars.service.ts'

export function avatarsRoutes(route: Route, deps: Deps): void {
  route(contract.getAvatar, async ({ params: { key, size } }, http) => {
    const read = await openAvatar(deps, key, size)
    return sendPicture({ tag: `${key}-${size}`, isFixed: true, read }, http)
  })
}
