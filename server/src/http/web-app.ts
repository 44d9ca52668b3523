import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACCENT_STYLES, accentStyles } from '@coffer/contract/accent-color'
import type { ClientConfig } from '@coffer/contract/config'
import { PSEUDO_LOCALE } from '@coffer/contract/constants'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { sendPage } from './compress-text.ts'
import { type Manifest, manifestOf, withAppearance, withIcons } from './page-appearance.ts'
import { preferredLanguage } from './preferred-language.ts'

const MANIFEST = 'coffer.webmanifest'
const PAGE_FILES = 'first-load.json'

export type ConfigFor = (request: FastifyRequest) => Promise<ClientConfig>

/** The configuration is part of the page, so that the web app needs no request to start. */
export function withConfig(page: string, config: ClientConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const script = `<script type="application/json" id="coffer-config">${json}</script>`
  const styles = `<style id="${ACCENT_STYLES}">${accentStyles(config.appColor)}</style>`
  return withIcons(page, config).replace('</head>', () => `${script}${styles}</head>`)
}

/** Browsers load the messages together with the scripts, rather than after them. */
function withMessages(page: string, locale: string): string {
  const href = `/translations/${locale}?part=app`
  const link = `<link rel="preload" as="fetch" crossorigin href="${href}">`
  return page.replace('</head>', () => `${link}</head>`)
}

/** The files of a page by its path: web/build/first-load.ts writes them. */
type PageFiles = Record<string, readonly string[]>

function readPageFiles(dist: string): PageFiles {
  const file = join(dist, PAGE_FILES)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Browsers load the scripts and styles of frequent pages together with those of all pages. */
function withPageFiles(page: string, url: string, filesByPath: PageFiles): string {
  const [path = ''] = url.split('?')
  const matching = Object.entries(filesByPath).find(
    ([prefix]) => path === prefix || path.startsWith(`${prefix}/`),
  )
  const links = matching?.[1].map(file =>
    file.endsWith('.css')
      ? `<link rel="preload" as="style" crossorigin href="/${file}">`
      : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
  )
  return links ? page.replace('</head>', () => `${links.join('')}</head>`) : page
}

function appPage(page: string, config: ClientConfig, request: FastifyRequest): string {
  const locale = config.pseudoLocale ? PSEUDO_LOCALE : (preferredLanguage(request) ?? config.locale)
  return withMessages(withConfig(withAppearance(page, config), config), locale)
}

export const acceptsPage = (request: FastifyRequest): boolean =>
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
    if (name !== MANIFEST && name !== PAGE_FILES) addRoute(`/${name}`, () => name)
}

/** The manifest of the installed app, which has the name, colour and icons of the appearance. */
function serveManifest(app: FastifyInstance, dist: string, configFor: ConfigFor): void {
  const file = join(dist, MANIFEST)
  if (!existsSync(file)) return
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
  app.route({
    method: ['GET', 'HEAD'],
    url: `/${MANIFEST}`,
    handler: async (request, reply) =>
      reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(JSON.stringify(manifestOf(manifest, await configFor(request)))),
  })
}

export interface WebApp {
  /** Answers with the page of the web app. @throws AppError `route.not_found` without a built app */
  sendApp: (request: FastifyRequest, reply: FastifyReply, status?: number) => Promise<FastifyReply>
  /** The page around the pages that the server renders, with the comments `head` and `body`. */
  publicTemplate: string
}

const BARE_TEMPLATE =
  '<!doctype html><html lang="en" dir="ltr"><head><!--head--></head><body><!--body--></body></html>'

/** Reads the template of public pages: the built one, or its source for the development server. */
function readPublicTemplate(dist: string): string {
  const files = [join(dist, 'public-page.html'), join(dist, '..', 'public-page.html')]
  const file = files.find(existsSync)
  return file === undefined ? BARE_TEMPLATE : readFileSync(file, 'utf8')
}

/** Serves the built web app; every URL that is neither a file nor a call shows its page. */
export async function serveWebApp(
  app: FastifyInstance,
  dist: string,
  configFor: ConfigFor,
): Promise<WebApp> {
  const pageFile = join(dist, 'index.html')
  const page = existsSync(pageFile) ? readFileSync(pageFile, 'utf8') : undefined
  const pageFiles = readPageFiles(dist)
  if (page) await serveBuiltFiles(app, dist)
  serveManifest(app, dist, configFor)

  const sendApp: WebApp['sendApp'] = async (request, reply, status = 200) => {
    if (!page || !acceptsPage(request)) throw new AppError('route.not_found')
    reply.status(status).header('cache-control', 'no-store')
    const html = appPage(page, await configFor(request), request)
    return sendPage(request, reply, withPageFiles(html, request.url, pageFiles))
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/')) throw new AppError('route.not_found')
    return sendApp(request, reply)
  })
  return { sendApp, publicTemplate: readPublicTemplate(dist) }
}
