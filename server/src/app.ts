import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { SessionActor } from './actor.ts'
import { AppError } from './errors.ts'
import { accessTokensRoutes, withAccessTokens } from './features/access-tokens/index.ts'
import { accountRoutes } from './features/account/index.ts'
import { accountDeletionRoutes } from './features/account-deletion/index.ts'
import {
  actorFromRequest,
  authRoutes,
  requireTwoFactor,
  watchRevokedSessions,
  withRequiredTwoFactor,
} from './features/auth/index.ts'
import { avatarsRoutes } from './features/avatars/index.ts'
import { browseRoutes } from './features/browse/index.ts'
import { contactRoutes } from './features/contact/index.ts'
import { dataExportsRoutes } from './features/data-exports/index.ts'
import { documentTypesRoutes } from './features/document-types/index.ts'
import { documentsRoutes } from './features/documents/index.ts'
import { downloadsRoutes, thumbnailsRoutes } from './features/downloads/index.ts'
import { emailVerificationRoutes } from './features/email-verification/index.ts'
import { favouritesRoutes } from './features/favourites/index.ts'
import { healthRoutes } from './features/health/index.ts'
import { itemsRoutes } from './features/items/index.ts'
import { languagesRoutes } from './features/languages/index.ts'
import { liveRoutes } from './features/live/index.ts'
import { notificationsRoutes } from './features/notifications/index.ts'
import { passwordResetRoutes } from './features/password-reset/index.ts'
import { passwordsRoutes } from './features/passwords/index.ts'
import { remoteUploadsRoutes } from './features/remote-uploads/index.ts'
import { reportsRoutes } from './features/reports/index.ts'
import { searchRoutes } from './features/search/index.ts'
import { clientConfigFor, settingsRoutes } from './features/settings/index.ts'
import { requireSetupOpen, setupRoutes } from './features/setup/index.ts'
import { guestShareRoutes, registerShareAccess, sharesRoutes } from './features/shares/index.ts'
import { signUpRoutes } from './features/sign-up/index.ts'
import { storageRoutes } from './features/storage/index.ts'
import { teamsRoutes } from './features/teams/index.ts'
import { trashRoutes } from './features/trash/index.ts'
import {
  registerRequestAccess,
  requestGuestsRoutes,
  uploadRequestsRoutes,
} from './features/upload-requests/index.ts'
import { uploadsRoutes } from './features/uploads/index.ts'
import { versionsRoutes } from './features/versions/index.ts'
import { zipRoutes } from './features/zip/index.ts'
import { answerClientError } from './http/client-errors.ts'
import { installConnectionLimits } from './http/connection-limits.ts'
import { installCsrf } from './http/csrf.ts'
import { describeInterface } from './http/describe-interface.ts'
import { answerFrameworkError, installErrorHandler } from './http/error-handler.ts'
import { type ActorResolvers, createRoutes, movesContents, type Route } from './http/route.ts'
import { installSecurityHeaders } from './http/security-headers.ts'
import { installSerializers } from './http/serializers.ts'
import { installShutdown } from './http/shutdown.ts'
import { installBodyLimits } from './http/slow-bodies.ts'
import { serveWebApp } from './http/web-app.ts'
import type { Runtime } from './runtime.ts'

const JSON_LIMIT_BYTES = 1024 * 1024

export interface AppOptions {
  deps: Runtime
  /** The folder of the built web app. */
  webDist: string
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
): void {
  healthRoutes(route, deps)
  languagesRoutes(route, deps)
  settingsRoutes(route, clientConfig)
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
  accountRoutes(route, deps)
  avatarsRoutes(route, deps)
  storageRoutes(route, deps)
  browseRoutes(route, deps)
  itemsRoutes(route, deps)
  favouritesRoutes(route, deps)
  notificationsRoutes(route, deps)
  teamsRoutes(route, deps)
  searchRoutes(route, deps)
  reportsRoutes(route, deps)
  documentTypesRoutes(route, deps)
  documentsRoutes(route, deps)
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
export async function buildApp({ deps, webDist }: AppOptions): Promise<FastifyInstance> {
  const app = createFastify(deps)
  installErrorHandler(app)
  installSerializers(app)
  installSecurityHeaders(app, deps.config)
  installBodyLimits(app, deps.config.requests)
  installShutdown(app)
  await installParsers(app)
  installCsrf(app, deps)

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
    setup: async () => {
      await requireSetupOpen(deps)
      return null
    },
  })
  const resolvers = withRequiredTwoFactor(deps.config, byToken)
  const { route, mountAll, endpoints } = createRoutes(app, resolvers)
  const clientConfig = clientConfigFor(deps, async request => Boolean(await signedIn(request)))

  mountFeatures(app, route, deps, clientConfig)
  requestGuestsRoutes(route, deps, signedIn)
  await liveRoutes(app, route, deps, async request => {
    const actor = await user(request)
    requireTwoFactor(deps.config, actor)
    return actor
  })
  mountAll()
  // After the live channel, whose hook closes the sockets of rejected pages.
  installConnectionLimits(app, deps.config)

  describeInterface(app, endpoints)
  await serveWebApp(app, webDist, clientConfig)
  return app
}
