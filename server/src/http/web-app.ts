import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from '@coffer/contract/config'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { escapeMarkup } from '../lib/markup.ts'

type ConfigFor = (request: FastifyRequest) => Promise<ClientConfig>

/** The configuration is part of the page, so that the web app needs no request to start. */
const withConfig = (page: string, config: ClientConfig): string => {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const script = `<script type="application/json" id="coffer-config">${json}</script>`
  return withIcons(page, config.logos).replace('</head>', () => `${script}</head>`)
}

/** Browsers request icons before the app runs. */
function withIcons(page: string, { favicon, touch_icon }: ClientConfig['logos']): string {
  const icons = page.replace(/<link rel="icon"[^>]*>/, link => iconOf(link, 'icon', favicon))
  return icons.replace(/<link rel="apple-touch-icon"[^>]*>/, link =>
    iconOf(link, 'apple-touch-icon', touch_icon),
  )
}

const iconOf = (defaultLink: string, rel: string, url: string | null): string =>
  url === null ? defaultLink : `<link rel="${rel}" href="${escapeMarkup(url)}" />`

const acceptsPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')

/** Compressed variants and the page itself have no URL of their own. */
const isServedByName = (entry: Dirent): boolean =>
  entry.isFile() && !/\.(?:br|gz|html)$/.test(entry.name)

/**
 * Serves the built files: one route for the thousands in `assets`, one for each other file. A route
 * per file took half a second at each start.
 */
async function serveBuiltFiles(app: FastifyInstance, dist: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Built files have a hash in their name.
      const forEver = path.includes('/assets/')
      reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const addRoute = (url: string, fileOf: (request: FastifyRequest) => string) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => reply.sendFile(fileOf(request)),
    })
  addRoute('/assets/*', ({ params }) => `assets/${(params as { '*': string })['*']}`)
  for (const { name } of readdirSync(dist, { withFileTypes: true }).filter(isServedByName))
    addRoute(`/${name}`, () => name)
}

/** Serves the built web app; every URL that is neither a file nor a call shows its page. */
export async function serveWebApp(
  app: FastifyInstance,
  dist: string,
  configFor: ConfigFor,
): Promise<void> {
  const pageFile = join(dist, 'index.html')
  const page = existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : undefined
  if (page) await serveBuiltFiles(app, dist)

  app.setNotFoundHandler(async (request, reply) => {
    const isCall = request.url.startsWith('/api/')
    if (!page || isCall || !acceptsPage(request)) throw new AppError('route.not_found')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(withConfig(page, await configFor(request)))
  })
}
