import { homepage as contract, type Locale } from '@coffer/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { sendPage } from '../../http/compress-text.ts'
import { languageCookie, preferredLanguage } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { acceptsPage, type ConfigFor, type WebApp, withConfig } from '../../http/web-app.ts'
import { matchInstalled } from '../../lib/installed-languages.ts'
import { spokenIn } from '../../lib/translate.ts'
import {
  previewTemplate,
  readPublicSettings,
  renderHomepage,
  renderPage,
  type Visit,
} from './homepage.service.ts'

/** The template reaches the routes after they are registered. */
export interface PublicTemplate {
  current: string
}

export function homepageRoutes(
  route: Route,
  deps: Deps,
  { configFor, template }: { configFor: ConfigFor; template: PublicTemplate },
): void {
  route(contract.getPublicSettings, async ({ query }, { request }) => {
    const locale = spokenIn(request.headers['accept-language'])
    return readPublicSettings(deps, query.column.split('|'), locale)
  })

  route(contract.previewHomepage, async ({ body }, { request }) => {
    const { values, locale, theme } = body
    const config = { ...(await configFor(request)), isAuthenticated: false }
    const visit = { config, locale: matchInstalled(locale) ?? config.locale, isChosen: false }
    const page = previewTemplate(template.current, theme)
    const changed = Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== undefined),
    )
    const html = await renderHomepage(deps, page, { ...visit, path: '/' }, changed)
    const scheme = `<html data-mantine-color-scheme="${theme}"`
    return { html: html.replace('<html', () => scheme) }
  })
}

/** The language in the address, else the one stored in the browser or asked for by it, else the default one. */
function languageOf(request: FastifyRequest, fallback: Locale): Pick<Visit, 'locale' | 'isChosen'> {
  const { lang } = request.query as { lang?: unknown }
  const chosen = typeof lang === 'string' ? matchInstalled(lang) : undefined
  if (chosen) return { locale: chosen, isChosen: true }
  return { locale: preferredLanguage(request) ?? fallback, isChosen: false }
}

/** Pages that the server renders: complete without scripts, for search engines and slow networks. */
export function publicPages(
  app: FastifyInstance,
  deps: Deps,
  { sendApp, publicTemplate, configFor }: WebApp & { configFor: ConfigFor },
): void {
  async function visitOf(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const config = await configFor(request)
    const path = request.url.replace(/\?.*/s, '')
    const language = languageOf(request, config.locale)
    if (language.isChosen) reply.header('set-cookie', languageCookie(deps, language.locale))
    return { config, path, ...language }
  }
  const method = ['GET', 'HEAD']

  app.route({
    method,
    url: '/',
    handler: async (request, reply) => {
      const { values } = await deps.settings.read()
      const isShown = values.allow_homepage && values.installed_at !== null
      if (!isShown) return sendApp(request, reply)
      const visit = await visitOf(request, reply)
      const html = await renderHomepage(deps, publicTemplate, visit)
      return sendPage(request, reply, withConfig(html, visit.config))
    },
  })

  app.route<{ Params: { slug: string } }>({
    method,
    url: '/page/:slug',
    handler: async (request, reply) => {
      // APP-5: the app leads to the wizard until the installation is done.
      const { values } = await deps.settings.read()
      if (values.installed_at === null) return sendApp(request, reply)
      const visit = await visitOf(request, reply)
      const html = await renderPage(deps, publicTemplate, visit, request.params.slug)
      if (html === undefined) return sendApp(request, reply, acceptsPage(request) ? 404 : 200)
      return sendPage(request, reply, withConfig(html, visit.config))
    },
  })
}
