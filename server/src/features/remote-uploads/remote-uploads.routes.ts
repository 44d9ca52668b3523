import { remoteUploads as contract } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { problemsFor } from '../../http/problem.ts'
import { limitTries } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { readRemoteUploads } from './progress.service.ts'
import { cancelRemoteUploads, startRemoteUploads } from './remote-uploads.service.ts'

export function remoteUploadsRoutes(route: Route, deps: Deps): void {
  const read = (userId: string, request: FastifyRequest) =>
    readRemoteUploads(deps.db, userId, problemsFor(request))

  route(contract.startRemoteUploads, async ({ actor, body }, { request }) => {
    await limitTries(deps, [{ what: 'remote-upload by user', who: actor.userId }])
    await startRemoteUploads(deps, actor, body)
    const data = await read(actor.userId, request)
    if (!data) throw new AppError('internal')
    return { data }
  })

  route(contract.getRemoteUploads, async ({ actor }, { request }) => ({
    data: await read(actor.userId, request),
  }))

  route(contract.cancelRemoteUploads, async ({ actor }) => {
    await cancelRemoteUploads(deps, actor)
    return undefined
  })
}
