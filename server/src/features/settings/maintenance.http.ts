import { auth, type Endpoint } from '@coffer/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { ActorResolvers } from '../../http/route.ts'
import { escapeMarkup } from '../../lib/markup.ts'
import { translate } from '../../lib/translate.ts'

type MaintenanceDeps = Pick<Deps, 'settings'>
type SignedIn = (request: FastifyRequest) => Promise<UserActor | undefined>

/** Calls that administrators need to sign in, and that proxies and monitoring make. */
const OPEN_CALLS = [
  '/api/auth/',
  '/api/socialite/',
  '/api/config',
  '/api/ping',
  '/api/ready',
  '/api/health',
  '/api/setup/',
  '/translations/',
]
const OPEN_PAGES = ['/sign-in', '/forgotten-password', '/create-new-password']

const startsWithAny = (path: string, prefixes: readonly string[]): boolean =>
  prefixes.some(prefix => path.startsWith(prefix))

const isOpenCall = (endpoint: Endpoint): boolean =>
  endpoint.access === 'gateway' ||
  endpoint === auth.signOut ||
  startsWithAny(endpoint.path, OPEN_CALLS)

const isOn = async ({ settings }: MaintenanceDeps): Promise<boolean> =>
  (await settings.read()).values.maintenance_mode

/**
 * Rejects the caller while the server is under maintenance, unless they are an administrator.
 * @throws AppError `server.maintenance`
 */
export async function requireNoMaintenance(
  deps: MaintenanceDeps,
  actor: UserActor | undefined,
): Promise<void> {
  if (actor?.role !== 'admin' && (await isOn(deps))) throw new AppError('server.maintenance')
}

/** Applies `requireNoMaintenance` to every call except those that lead to a sign-in, sign-out and events of gateways. */
export function withMaintenance(
  deps: MaintenanceDeps,
  resolvers: ActorResolvers,
  signedIn: SignedIn,
): ActorResolvers {
  const guarded =
    <A>(
      resolve: (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) => Promise<A>,
    ): typeof resolve =>
    async (request, reply, endpoint) => {
      const actor = await resolve(request, reply, endpoint)
      if (isOpenCall(endpoint) || !(await isOn(deps))) return actor
      const isUser =
        typeof actor === 'object' && actor !== null && 'kind' in actor && actor.kind === 'user'
      await requireNoMaintenance(
        deps,
        isUser ? (actor as unknown as UserActor) : await signedIn(request),
      )
      return actor
    }
  return Object.fromEntries(
    Object.entries(resolvers).map(([access, resolve]) => [access, guarded(resolve as never)]),
  ) as ActorResolvers
}

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;
color:#1f2a27;background:#f7f6f2}main{max-width:32rem;padding:2rem;text-align:center}h1{font-size:1.5rem;margin:0 0 .5rem}
p{margin:0 0 1.5rem;color:#55605c}a{color:inherit}@media(prefers-color-scheme:dark){body{color:#e9ece9;background:#14191a}
p{color:#a5b0ac}}`

function pageOf(locale: string, { title, text, link }: Record<'title' | 'text' | 'link', string>) {
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p>
<a href="/sign-in">${escapeMarkup(link)}</a></main></body></html>`
}

const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  !url.startsWith('/api/') &&
  (headers.accept ?? '').includes('text/html') &&
  !startsWithAny(url, OPEN_PAGES)

/** Shows a page of its own while the server is under maintenance. */
export function installMaintenancePage(
  app: FastifyInstance,
  deps: MaintenanceDeps,
  signedIn: SignedIn,
): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!isPage(request) || !(await isOn(deps))) return
    if ((await signedIn(request))?.role === 'admin') return
    const { app_title, maintenance_message } = (await deps.settings.read()).values
    const locale = localeOf(request)
    const texts = {
      title: translate(locale, 'maintenance.title', { app: app_title }),
      text: maintenance_message ?? translate(locale, 'maintenance.text'),
      link: translate(locale, 'maintenance.sign_in'),
    }
    await reply
      .status(503)
      .header('retry-after', '300')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageOf(locale, texts))
  })
}
