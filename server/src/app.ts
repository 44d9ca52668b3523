import { serverStatus } from '@coffer/contract'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { SessionActor } from './actor.ts'
import { AppError } from './errors.ts'
import {
  accessTokensRoutes,
  tokenUserOf,
  withAccessTokens,
} from './features/access-tokens/index.ts'
import { accountRoutes } from './features/account/index.ts'
import { accountDeletionRoutes } from './features/account-deletion/index.ts'
import { auditRoutes } from './features/audit/index.ts'
import {
  actorFromRequest,
  authRoutes,
  requireRecentAuthentication,
  requireTwoFactor,
  watchRevokedSessions,
  withRequiredTwoFactor,
} from './features/auth/index.ts'
import { avatarsRoutes } from './features/avatars/index.ts'
import { billingFiguresRoutes } from './features/billing-figures/index.ts'
import { botCheckRoutes } from './features/bot-check/index.ts'
import { browseRoutes } from './features/browse/index.ts'
import { contactRoutes } from './features/contact/index.ts'
import { dashboardRoutes } from './features/dashboard/index.ts'
import { dataExportsRoutes } from './features/data-exports/index.ts'
import { demoRoutes } from './features/demo/index.ts'
import { documentTypesRoutes } from './features/document-types/index.ts'
import { documentsRoutes } from './features/documents/index.ts'
import { downloadsRoutes, thumbnailsRoutes } from './features/downloads/index.ts'
import { emailVerificationRoutes } from './features/email-verification/index.ts'
import { emailsRoutes } from './features/emails/index.ts'
import { favouritesRoutes } from './features/favourites/index.ts'
import { gatewaysRoutes, requireGateway } from './features/gateways/index.ts'
import { healthRoutes } from './features/health/index.ts'
import { homepageRoutes, type PublicTemplate, publicPages } from './features/homepage/index.ts'
import { invoicesRoutes } from './features/invoices/index.ts'
import { itemsRoutes } from './features/items/index.ts'
import { languagesRoutes, refreshLanguages } from './features/languages/index.ts'
import { liveRoutes } from './features/live/index.ts'
import { logosRoutes } from './features/logos/index.ts'
import { notificationsRoutes } from './features/notifications/index.ts'
import { pagesRoutes } from './features/pages/index.ts'
import { passwordResetRoutes } from './features/password-reset/index.ts'
import { passwordsRoutes } from './features/passwords/index.ts'
import { payFromBalance } from './features/payments/index.ts'
import { plansRoutes } from './features/plans/index.ts'
import { remoteUploadsRoutes } from './features/remote-uploads/index.ts'
import { reportsRoutes } from './features/reports/index.ts'
import { searchRoutes } from './features/search/index.ts'
import { serverStatusRoutes } from './features/server-status/index.ts'
import {
  clientConfigFor,
  installMaintenancePage,
  requireNoMaintenance,
  settingsRoutes,
  withMaintenance,
} from './features/settings/index.ts'
import { requireSetupOpen, setupRoutes, setupSocketRoutes } from './features/setup/index.ts'
import { guestShareRoutes, registerShareAccess, sharesRoutes } from './features/shares/index.ts'
import { signUpRoutes } from './features/sign-up/index.ts'
import { spendingRoutes } from './features/spending/index.ts'
import { storageRoutes } from './features/storage/index.ts'
import { storesRoutes } from './features/stores/index.ts'
import { subscriptionsRoutes } from './features/subscriptions/index.ts'
import { teamsRoutes } from './features/teams/index.ts'
import { transactionsRoutes } from './features/transactions/index.ts'
import { trashRoutes } from './features/trash/index.ts'
import {
  guestUploadRequestsRoutes,
  registerRequestAccess,
  uploadRequestsRoutes,
} from './features/upload-requests/index.ts'
import { uploadsRoutes } from './features/uploads/index.ts'
import { usersRoutes, userTasksRoutes } from './features/users/index.ts'
import { versionsRoutes } from './features/versions/index.ts'
import { zipRoutes } from './features/zip/index.ts'
import { housekeeping } from './housekeeping.ts'
import { answerClientError } from './http/client-errors.ts'
import { installConnectionLimits } from './http/connection-limits.ts'
import { installCsrf } from './http/csrf.ts'
import { describeInterface } from './http/describe-interface.ts'
import { answerFrameworkError, installErrorHandler } from './http/error-handler.ts'
import { installRequestContext } from './http/request-context.ts'
import { type ActorResolvers, createRoutes, movesContents, type Route } from './http/route.ts'
import { installSecurityHeaders } from './http/security-headers.ts'
import { installSerializers } from './http/serializers.ts'
import { installShutdown } from './http/shutdown.ts'
import { installBodyLimits } from './http/slow-bodies.ts'
import { installResponseLimits } from './http/stalled-responses.ts'
import { serveWebApp } from './http/web-app.ts'
import type { Observers } from './observe/observers.ts'
import type { Runtime } from './runtime.ts'

const JSON_LIMIT_BYTES = 1024 * 1024

export interface AppOptions {
  deps: Runtime
  /** The folder of the built web app. */
  webDist: string
  /** Measures, traces or logs calls. */
  observers?: Observers | undefined
}

function createFastify({ config, log, newId }: Runtime): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // Failures are logged where they happen; a log line per request would cost more than most
    // requests.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.proxies > 0 && ((_address, hop) => hop < config.proxies),
    bodyLimit: JSON_LIMIT_BYTES,
    exposeHeadRoutes: false,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    genReqId: newId,
    // A closing server answers what arrives on open connections, which proxies may not repeat.
    return503OnClosing: false,
    // Plugins load from memory, so timers for hundreds of routes would only delay the start.
    pluginTimeout: 0,
    // Node's own timeouts limit the whole request, but an upload may take as long as it makes
    // progress.
    connectionTimeout: 0,
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200 },
  })
}

/** Registers the routes of every feature. */
function mountFeatures(
  app: FastifyInstance,
  route: Route,
  deps: AppOptions['deps'],
  clientConfig: ReturnType<typeof clientConfigFor>,
  template: PublicTemplate,
): void {
  languagesRoutes(route, deps)
  settingsRoutes(route, deps, { clientConfig, authorize: requireRecentAuthentication(deps) })
  setupRoutes(app, route, deps)
  const reauthenticate = authRoutes(app, route, deps)
  passwordsRoutes(route, deps, reauthenticate)
  accessTokensRoutes(route, deps, reauthenticate)
  accountDeletionRoutes(route, deps, reauthenticate)
  dataExportsRoutes(route, deps, reauthenticate)
  signUpRoutes(route, deps)
  emailVerificationRoutes(route, deps)
  passwordResetRoutes(route, deps)
  contactRoutes(route, deps)
  demoRoutes(route, deps)
  pagesRoutes(route, deps)
  plansRoutes(route, deps)
  subscriptionsRoutes(route, deps)
  invoicesRoutes(route, deps, (tx, userId) => payFromBalance(tx, deps, userId))
  transactionsRoutes(route, deps)
  homepageRoutes(route, deps, { configFor: clientConfig, template })
  dashboardRoutes(route, deps)
  serverStatusRoutes(route, deps, housekeeping)
  emailsRoutes(route, deps)
  storesRoutes(route, deps)
  botCheckRoutes(route, deps)
  accountRoutes(route, deps)
  usersRoutes(route, deps)
  userTasksRoutes(route, deps)
  avatarsRoutes(route, deps)
  logosRoutes(route, deps)
  storageRoutes(route, deps)
  browseRoutes(route, deps)
  itemsRoutes(route, deps)
  favouritesRoutes(route, deps)
  spendingRoutes(route, deps)
  notificationsRoutes(route, deps)
  teamsRoutes(route, deps)
  searchRoutes(route, deps)
  reportsRoutes(route, deps, requireRecentAuthentication(deps))
  auditRoutes(route, deps)
  documentTypesRoutes(route, deps)
  documentsRoutes(route, deps)
  gatewaysRoutes(route, deps)
  billingFiguresRoutes(route, deps)
  trashRoutes(route, deps)
  uploadsRoutes(route, deps)
  remoteUploadsRoutes(route, deps)
  versionsRoutes(route, deps)
  downloadsRoutes(route, deps)
  zipRoutes(route, deps)
  sharesRoutes(route, deps)
  guestShareRoutes(app, route, deps)
  uploadRequestsRoutes(route, deps)
  thumbnailsRoutes(route, deps)
}

async function installParsers(app: FastifyInstance): Promise<void> {
  await app.register(cookie)
  await app.register(formbody)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients send a content type with calls that have no body.
    if (body === '') done(null)
    else void parseJson(request, body as string, done)
  })
  // Upload routes parse multipart bodies themselves while they arrive.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
}

/** Builds the server: plugins, actor resolvers and the routes of every feature. */
export async function buildApp({ deps, webDist, observers }: AppOptions): Promise<FastifyInstance> {
  const app = createFastify(deps)
  await observers?.install(app)
  installErrorHandler(app)
  installSerializers(app)
  installSecurityHeaders(app, deps)
  installBodyLimits(app, deps.config.requests)
  installResponseLimits(app, deps.config.requests)
  installShutdown(app, deps)
  await installParsers(app)
  installCsrf(app, deps)
  installRequestContext(app)

  const signedIn = (request: FastifyRequest) => actorFromRequest(deps, request)
  async function user(request: FastifyRequest): Promise<SessionActor> {
    const actor = await signedIn(request)
    if (!actor) throw new AppError('auth.required')
    return actor
  }
  const watch = watchRevokedSessions(deps)
  const watched =
    (resolve: (request: FastifyRequest) => Promise<SessionActor>): ActorResolvers['session'] =>
    async (request, reply, endpoint) => {
      const actor = await resolve(request)
      if (movesContents(endpoint)) watch(actor, reply)
      return actor
    }
  async function admin(request: FastifyRequest): Promise<SessionActor> {
    const actor = await user(request)
    if (actor.role !== 'admin') throw new AppError('auth.forbidden')
    return actor
  }
  const byToken = withAccessTokens(deps, {
    ...registerShareAccess(deps),
    ...registerRequestAccess(deps),
    public: async () => null,
    user: watched(user),
    admin: watched(admin),
    session: watched(user),
    gateway: request => requireGateway(deps, request),
    setup: async () => {
      await requireSetupOpen(deps)
      return null
    },
  })
  const guarded = withRequiredTwoFactor(deps, byToken)
  const signedInOrByToken = async (request: FastifyRequest) =>
    tokenUserOf(request) ?? signedIn(request)
  const resolvers = withMaintenance(deps, guarded, signedInOrByToken)
  const { route, mountAll, endpoints } = createRoutes(app, {
    resolvers,
    authorize: requireRecentAuthentication(deps),
  })
  const settingsConfig = clientConfigFor(deps, async request => Boolean(await signedIn(request)))
  const clientConfig: typeof settingsConfig = async request => {
    await refreshLanguages(deps.db)
    return settingsConfig(request)
  }
  app.addHook('onReady', () => refreshLanguages(deps.db))

  const template = { current: '' }
  mountFeatures(app, route, deps, clientConfig, template)
  guestUploadRequestsRoutes(route, deps, signedInOrByToken)
  healthRoutes(route, deps, (request, reply) =>
    resolvers.admin(request, reply, serverStatus.getServerStatus).then(
      () => true,
      () => false,
    ),
  )
  await liveRoutes(app, route, deps, async request => {
    const actor = await user(request)
    await requireTwoFactor(deps, actor)
    await requireNoMaintenance(deps, actor)
    return actor
  })
  setupSocketRoutes(app, deps)
  mountAll()
  // After the live channel, whose hook closes the sockets of rejected pages.
  installConnectionLimits(app, deps.config)

  describeInterface(app, endpoints)
  installMaintenancePage(app, deps, signedIn)
  const webApp = await serveWebApp(app, webDist, clientConfig)
  template.current = webApp.publicTemplate
  publicPages(app, deps, { ...webApp, configFor: clientConfig })
  return app
}
