import { avatars, account as contract } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { readForm } from '../../http/multipart.ts'
import { localeOf } from '../../http/preferred-language.ts'
import { limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { putAvatar, removeAvatar } from '../avatars/index.ts'
import { presentUser } from './account.presenter.ts'
import { changeSettings, getAccount } from './account.service.ts'

export function accountRoutes(route: Route, deps: Deps): void {
  route(contract.getUser, async ({ actor }, { request }) => ({
    data: presentUser(await getAccount(deps, actor), localeOf(request)),
  }))

  for (const endpoint of [contract.updateSettings, contract.postSettings] as const)
    route(endpoint, async ({ actor, body }, { request }) => ({
      data: presentUser(await changeSettings(deps, actor, body), localeOf(request)),
    }))

  route(avatars.putAvatar, async ({ actor }, { request }) => {
    await limitAttempts(deps, [{ limit: 'avatar by user', key: actor.userId }])
    await receiveAvatar(deps, actor, request)
    return { data: presentUser(await getAccount(deps, actor), localeOf(request)) }
  })

  route(avatars.removeAvatar, async ({ actor }, { request }) => {
    await removeAvatar(deps, actor)
    return { data: presentUser(await getAccount(deps, actor), localeOf(request)) }
  })
}

/** Accepts a field of any name, because the form has only one file. */
async function receiveAvatar(deps: Deps, actor: UserActor, request: FastifyRequest): Promise<void> {
  let hasFile = false
  await readForm(request, async ({ content }) => {
    hasFile = true
    await putAvatar(deps, actor, content)
  })
  if (!hasFile)
    throw new AppError('request.invalid', { errors: { avatar: ['validation.required'] } })
}
