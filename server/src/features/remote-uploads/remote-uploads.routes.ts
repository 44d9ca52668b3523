import { remoteUploads as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { problemsFor } from '../../http/problem.ts'
import { limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { readRemoteUploads } from './progress.service.ts'
import {
  cancelRemoteUploads,
  retryRemoteUploads,
  startRemoteUploads,
} from './remote-uploads.service.ts'

export function remoteUploadsRoutes(route: Route, deps: Deps): void {
  const limitCalls = (userId: string) =>
    limitAttempts(deps, [{ limit: 'remote-upload by user', key: userId }])

  route(contract.startRemoteUploads, async ({ actor, body }, { request }) => {
    await limitCalls(actor.userId)
    return { data: await startRemoteUploads(deps, actor, body, problemsFor(request)) }
  })

  route(contract.retryRemoteUploads, async ({ actor }, { request }) => {
    await limitCalls(actor.userId)
    return { data: await retryRemoteUploads(deps, actor, problemsFor(request)) }
  })

  route(contract.getRemoteUploads, async ({ actor }, { request }) => ({
    data: await readRemoteUploads(deps.db, actor.userId, problemsFor(request)),
  }))

  route(contract.cancelRemoteUploads, async ({ actor }) => {
    await cancelRemoteUploads(deps, actor)
    return undefined
  })
}
