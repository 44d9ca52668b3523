import { adminUserAccess as access, adminUsers as contract } from '@coffer/contract'
import { presentAdminList } from '@coffer/contract/admin-list'
import type { FastifyRequest } from 'fastify'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { readForm } from '../../http/multipart.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { presentToken } from '../access-tokens/index.ts'
import { presentPasskey } from '../auth/index.ts'
import { languageOfCaller } from '../emails/index.ts'
import * as accessService from './user-access.service.ts'
import * as accounts from './user-accounts.service.ts'
import { putUserAvatar, removeUserAvatar } from './user-avatars.service.ts'
import * as keys from './user-keys.service.ts'
import { getUserStorage } from './user-storage.service.ts'
import { presentAdminUserDetail, presentListedUser } from './users.presenter.ts'
import * as users from './users.service.ts'

interface Http {
  request: FastifyRequest
}

export function usersRoutes(route: Route, deps: Deps): void {
  const detail = async (actor: UserActor, id: string, http: Http) => ({
    data: presentAdminUserDetail(
      await users.getUserDetail(deps, actor, id),
      await languageOfCaller(deps, actor, localeOf(http.request)),
      deps.now(),
    ),
  })

  route(contract.listUsers, async ({ query }) => {
    const { rows, plans, total, all, usedBytes } = await users.listUsers(deps, query)
    return {
      data: rows.map(row => presentListedUser(row, plans, deps.now())),
      meta: { ...presentAdminList(query, total, rows.length), all, used_bytes: usedBytes },
    }
  })

  route(contract.createUser, async ({ actor, body }, http) => {
    const { id, link } = await accounts.createUser(deps, actor, body)
    return { ...(await detail(actor, id, http)), meta: { link } }
  })

  route(contract.getUserDetail, ({ actor, params }, http) => detail(actor, params.id, http))

  route(contract.updateUser, async ({ actor, params, body }, http) => {
    const link = await accounts.updateUser(deps, actor, params.id, body)
    return { ...(await detail(actor, params.id, http)), meta: { link } }
  })

  route(contract.cancelEmailChange, async ({ actor, params }, http) => {
    await accounts.cancelPendingEmail(deps, params.id)
    return detail(actor, params.id, http)
  })

  route(contract.setRole, async ({ actor, params, body }, http) => {
    await accessService.setRole(deps, actor, params.id, body.role)
    return detail(actor, params.id, http)
  })

  route(contract.setCapacity, async ({ actor, params, body }, http) => {
    await users.setCapacity(deps, params.id, body.capacity_bytes)
    return detail(actor, params.id, http)
  })

  route(contract.setRestrictions, async ({ actor, params, body }, http) => {
    await users.setRestrictions(deps, params.id, body)
    return detail(actor, params.id, http)
  })

  route(contract.suspendUser, async ({ actor, params, body }, http) => {
    await accessService.suspendUser(deps, actor, params.id, body.reason)
    return detail(actor, params.id, http)
  })

  route(contract.reactivateUser, async ({ actor, params }, http) => {
    await accessService.reactivateUser(deps, params.id)
    return detail(actor, params.id, http)
  })

  userAccessRoutes(route, deps, detail)
}

type Detail = (
  actor: UserActor,
  id: string,
  http: Http,
) => Promise<{ data: ReturnType<typeof presentAdminUserDetail> }>

function userAccessRoutes(route: Route, deps: Deps, detail: Detail): void {
  route(access.sendPasswordReset, async ({ actor, params }) => ({
    meta: { link: await accessService.sendResetLink(deps, actor, params.id) },
  }))

  route(access.endSessions, async ({ actor, params }) => {
    await accessService.endAllSessions(deps, actor, params.id)
    return undefined
  })

  route(access.disableTwoFactor, async ({ actor, params }, http) => {
    await accessService.disableTwoFactor(deps, actor, params.id)
    return detail(actor, params.id, http)
  })

  route(access.listUserTokens, async ({ params }) => {
    const tokens = await keys.listUserTokens(deps, params.id)
    return { data: tokens.map(token => presentToken(token, deps.now())) }
  })

  route(access.revokeUserToken, async ({ params }) => {
    await keys.revokeUserToken(deps, params.id, params.token_id)
    return undefined
  })

  route(access.listUserPasskeys, async ({ params }) => ({
    data: (await keys.listUserPasskeys(deps, params.id)).map(presentPasskey),
  }))

  route(access.removeUserPasskey, async ({ actor, params }) => {
    await keys.removeUserPasskey(deps, actor, params.id, params.passkey_id)
    return undefined
  })

  route(access.putUserAvatar, async ({ actor, params }, http) => {
    let hasPicture = false
    await readForm(http.request, async ({ content }) => {
      hasPicture = true
      await putUserAvatar(deps, params.id, content)
    })
    if (!hasPicture)
      throw new AppError('request.invalid', { errors: { avatar: ['validation.required'] } })
    return detail(actor, params.id, http)
  })

  route(access.removeUserAvatar, async ({ actor, params }, http) => {
    await removeUserAvatar(deps, params.id)
    return detail(actor, params.id, http)
  })

  route(access.getUserStorage, ({ params }) => getUserStorage(deps, params.id))
}
