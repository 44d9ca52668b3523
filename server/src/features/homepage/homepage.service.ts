import type { Locale } from '@coffer/contract'
import type { ClientConfig } from '@coffer/contract/config'
import type { HomepageSettings } from '@coffer/contract/homepage'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { listFooterPages, presentPublicPage, readPublicPage, textFor } from '../pages/index.ts'
import { listOfferedPlans, presentOffered } from '../plans/index.ts'
import { capacityFor } from '../restrictions/index.ts'
import { homepageMain } from './homepage.page.ts'
import { type HomepageTexts, publicSettings, sectionsOf, textsIn } from './homepage.rules.ts'
import { type PublicView, publicPage } from './layout.page.ts'
import { pageMain } from './page.page.ts'

type HomepageDeps = Parameters<typeof listOfferedPlans>[0]

/** The plans of the section with prices, which only fixed plans have. */
async function readPlans(
  deps: HomepageDeps,
  { section_pricing_content: isShown }: HomepageSettings,
  { config, locale }: Visit,
) {
  if (!isShown || config.subscriptionType !== 'fixed') return []
  return (await listOfferedPlans(deps)).map(plan => presentOffered(plan, locale))
}

export interface Visit {
  config: ClientConfig
  locale: Locale
  isChosen: boolean
  path: string
}

async function viewOf(
  deps: HomepageDeps,
  visit: Visit,
  changed: Partial<HomepageSettings> = {},
): Promise<{
  view: PublicView
  settings: HomepageSettings
  texts: HomepageTexts
  freeBytes: number | null
}> {
  const { values } = await deps.settings.read()
  const settings = { ...values, ...changed }
  const pages = await listFooterPages(deps)
  const footerLinks = pages.map(({ slug, texts }) => {
    const { title } = textFor(texts, visit.locale, values.language)
    return { slug, title }
  })
  const texts = textsIn(settings, visit.locale)
  const more = { footerLinks, footerText: texts.footer_content, contactEmail: values.contact_email }
  return { view: { ...visit, ...more }, settings, texts, freeBytes: capacityFor(values) }
}

/** Renders the homepage. @param changed settings that are not saved yet */
export async function renderHomepage(
  deps: HomepageDeps,
  template: string,
  visit: Visit,
  changed?: Partial<HomepageSettings>,
): Promise<string> {
  const { view, settings, texts, freeBytes } = await viewOf(deps, visit, changed)
  const { appName, appDescription } = visit.config
  const plans = await readPlans(deps, settings, visit)
  return publicPage(template, view, {
    head: {
      title: `${appName} · ${texts.header_title}`,
      description: appDescription ?? texts.header_description,
      type: 'website',
    },
    main: homepageMain(view, { texts, sections: sectionsOf(settings), freeBytes, plans }),
    className: 'home',
  })
}

/** Renders a published page. @returns undefined when no such page exists */
export async function renderPage(
  deps: HomepageDeps,
  template: string,
  visit: Visit,
  slug: string,
): Promise<string | undefined> {
  const published = await readPublicPage(deps, slug).catch(error => {
    if (error instanceof AppError && error.code === 'page.not_found') return undefined
    throw error
  })
  if (!published) return undefined
  const { view } = await viewOf(deps, visit)
  const { plainSummary } = await import('../../lib/markdown.ts')
  const page = await presentPublicPage(published.page, {
    ...visit,
    defaultLocale: published.defaultLocale,
  })
  const { title, content } = page.attributes
  return publicPage(template, view, {
    head: {
      title: `${title} · ${visit.config.appName}`,
      description: plainSummary(content) || title,
      type: 'article',
    },
    main: pageMain(view, page),
    className: 'page',
  })
}

export const readPublicSettings = async (
  { settings }: Pick<Deps, 'settings'>,
  names: readonly string[],
  locale: Locale | undefined,
): Promise<Record<string, string | boolean>> => {
  const { values } = await settings.read()
  return publicSettings(values, names, locale ?? values.language)
}

/** The template without scripts and with a fixed theme, for the preview in the admin area. */
export const previewTemplate = (template: string, theme: 'light' | 'dark'): string =>
  template
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace('<body', `<body inert data-preview="${theme}"`)
