import { setup as contract } from '@coffer/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { knownDeviceCookie } from '../../http/known-device.ts'
import { originFor } from '../../http/origin.ts'
import { byIp, limitAttempts, refundAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { startSession } from '../auth/index.ts'
import { saveServerAddress } from '../settings/index.ts'
import { runChecks } from './checks.service.ts'
import { install, requireSetupCode, requireSetupOpen } from './setup.service.ts'

export function setupRoutes(app: FastifyInstance, route: Route, deps: Deps): void {
  /** Only wrong codes count toward the limit. */
  async function requireCode(ip: string, code: string): Promise<void> {
    const attempts = [byIp('setup-code by ip', ip)]
    await limitAttempts(deps, attempts)
    requireSetupCode(deps, code)
    await refundAttempts(deps, attempts)
  }

  route(contract.checkStatus, async ({ body }, { request }) => {
    await requireCode(request.ip, body.code)
    return { data: await runChecks(deps) }
  })

  route(contract.createAdmin, async ({ body }, http) => {
    await requireCode(http.request.ip, body.code)
    const id = await install(deps, body)
    await startSession(deps, http, id)
    http.reply.header('set-cookie', knownDeviceCookie(deps, http.request, body.email))
    await saveServerAddress(deps, originFor(deps, http.request))
    return { data: { id, type: 'user' as const } }
  })

  // All other setup paths, including those of earlier versions, answer 410 after the installation.
  app.all('/api/setup/*', async () => {
    await requireSetupOpen(deps)
    throw new AppError('route.not_found')
  })
}
