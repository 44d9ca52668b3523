import { setup as contract, type TranslationKey } from '@coffer/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { knownDeviceCookie } from '../../http/known-device.ts'
import { originFor } from '../../http/origin.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { receiveFile } from '../../http/uploaded-file.ts'
import { translate } from '../../lib/translate.ts'
import { findPasswordHash, startSession } from '../auth/index.ts'
import { sendTestMail } from '../emails/index.ts'
import { putLogo } from '../logos/index.ts'
import { saveServerAddress } from '../settings/index.ts'
import { testStorage } from '../stores/index.ts'
import { runChecks } from './checks.service.ts'
import { chooseDatabase, testDatabase } from './database.service.ts'
import { readProgress } from './progress.service.ts'
import { install, requireSetupOpen } from './setup.service.ts'
import { requireCodeFrom } from './setup-code.http.ts'
import { saveApp, saveEnvironment, savePurchaseCode } from './setup-values.service.ts'

export function setupRoutes(app: FastifyInstance, route: Route, deps: Deps): void {
  const requireCode = (ip: string, code: string) => requireCodeFrom(deps, ip, code)

  route(contract.checkStatus, async ({ body }, { request }) => {
    await requireCode(request.ip, body.code)
    const { protocol, host } = request
    const visit = {
      pageOrigin: body.origin,
      seenOrigin: `${protocol}://${host}`,
      browserMs: body.now,
    }
    return { data: await runChecks(deps, visit) }
  })

  route(contract.getProgress, async ({ body }, { request }) => {
    await requireCode(request.ip, body.code)
    return { data: await readProgress(deps) }
  })

  route(contract.setPurchaseCode, async ({ body }, { request }) => {
    await requireCode(request.ip, body.code)
    const { purchase_code: stored } = await readProgress(deps)
    await savePurchaseCode(deps, body.purchase_code, stored.is_set)
    return { data: await readProgress(deps) }
  })

  route(contract.testSetupMail, async ({ body }, { request }) => {
    const { code, to, smtp_password, ...values } = body
    await requireCode(request.ip, code)
    return { data: await sendTestMail(deps, to, { values, secrets: { smtp_password } }) }
  })

  route(contract.testSetupStorage, async ({ body }, { request }) => {
    const { code, s3_secret_access_key: secret, ...values } = body
    await requireCode(request.ip, code)
    return { data: await testStorage(deps, { values, secret }) }
  })

  route(contract.setUpEnvironment, async ({ body }, { request }) => {
    const { code, smtp_password, s3_secret_access_key, skip, ...values } = body
    await requireCode(request.ip, code)
    const secrets = { smtp_password, s3_secret_access_key }
    await saveEnvironment(deps, skip ? 'skip' : { values, secrets })
    await deps.followStores()
    return { data: await readProgress(deps) }
  })

  route(contract.setUpApp, async ({ body }, { request }) => {
    const { code, skip, ...values } = body
    await requireCode(request.ip, code)
    await saveApp(deps, skip ? 'skip' : values)
    return { data: await readProgress(deps) }
  })

  route(contract.testDatabase, async ({ body }, { request }) => {
    await requireCode(request.ip, body.code)
    const locale = localeOf(request)
    const toText = (key: TranslationKey, values: Record<string, string | number>) =>
      translate(locale, key, values)
    return { data: await testDatabase(deps, body.database, toText) }
  })

  route(contract.chooseDatabase, async ({ body }, { request }) => {
    await requireCode(request.ip, body.code)
    return { data: { database: await chooseDatabase(deps, body.database, body.use_existing) } }
  })

  route(contract.putSetupLogo, async ({ params: { name } }, { request }) => {
    const url = await receiveFile(request, async (content, fields) => {
      await requireCode(request.ip, fields.code ?? '')
      return putLogo(deps, null, name, content)
    })
    return { data: { name, url } }
  })

  route(contract.createAdmin, async ({ body }, http) => {
    await requireCode(http.request.ip, body.code)
    const id = await install(deps, body)
    await startSession(deps, http, id)
    const account = { email: body.email, passwordHash: await findPasswordHash(deps.db, id) }
    http.reply.header('set-cookie', knownDeviceCookie(deps, http.request, account))
    await saveServerAddress(deps, originFor(deps, http.request))
    return { data: { id, type: 'user' as const } }
  })

  // All other setup paths, including those of earlier versions, answer 410 after the installation.
  app.all('/api/setup/*', async () => {
    await requireSetupOpen(deps)
    throw new AppError('route.not_found')
  })
}
