import { directionOf, type Locale, type TranslationKey } from '@coffer/contract'
import type { ClientConfig } from '@coffer/contract/config'
import { Html, html } from '../../lib/html.ts'
import { translate } from '../../lib/translate.ts'
import { chest, icon } from './icons.ts'

export interface FooterLink {
  slug: string
  title: string
}

/** The data that every public page needs. */
export interface PublicView {
  config: ClientConfig
  locale: Locale
  /** Whether the language was chosen in the address, so that links keep it. */
  isChosen: boolean
  /** The address without its query. */
  path: string
  footerLinks: readonly FooterLink[]
  footerText: string
  contactEmail: string | null
}

export interface PageHead {
  title: string
  description: string
  type: 'website' | 'article'
}

export type Translate = (key: TranslationKey, values?: Record<string, string | number>) => string

export const translatorOf =
  ({ locale }: Pick<PublicView, 'locale'>): Translate =>
  (key, values) =>
    translate(locale, key, values)

/** An address of this server that keeps a chosen language. */
const href = ({ isChosen, locale }: PublicView, path: string): string =>
  isChosen ? `${path}?lang=${locale}` : path

const logo = ({ config: { logos, appName } }: PublicView): Html => {
  const picture = (src: string, name: string) =>
    html`<img class="logo-${name}" src="${src}" height="28" alt="${appName}">`
  const wide = logos.horizontal
  if (wide !== null)
    return html`${picture(wide, 'light')}${picture(logos.horizontal_dark ?? wide, 'dark')}`
  const mark =
    logos.main === null
      ? chest(28)
      : html`<img class="logo-light" src="${logos.main}" height="28" alt=""><img
          class="logo-dark" src="${logos.main_dark ?? logos.main}" height="28" alt="">`
  return html`${mark}<span>${appName}</span>`
}

function accountLinks(view: PublicView, t: Translate): Html {
  const { isAuthenticated, allowRegistration } = view.config
  if (isAuthenticated)
    return html`<a class="button primary" href="/platform/files">${t('open.to_files')}</a>`
  return html`<a class="button ${allowRegistration ? 'sign-in' : 'primary'}" href="/sign-in"
      >${t('sign_in.submit')}</a>${
        allowRegistration &&
        html`<a class="button primary" href="/sign-up">${t('sign_in.create_account')}</a>`
      }`
}

function header(view: PublicView, t: Translate): Html {
  const start = view.config.allowHomepage ? href(view, '/') : '/sign-in'
  return html`<a class="skip" href="#content">${t('shell.skip')}</a>
<header class="top"><div class="wide">
  <a class="logo" href="${start}">${logo(view)}</a>
  <nav aria-label="${t('shell.navigation')}">
    ${view.config.allowHomepage && html`<a href="${href(view, '/')}#features">${t('public.features')}</a>`}
    <a href="/contact-us">${t('public.contact')}</a>
  </nav>
  <button class="theme" type="button" data-theme-toggle data-dark="${t('theme.to_dark')}"
    data-light="${t('theme.to_light')}" aria-label="${t('theme.to_dark')}">${icon('moon', 18)}${icon('sun', 18)}</button>
  ${accountLinks(view, t)}
</div></header>`
}

function languageLinks({ config, locale, path }: PublicView, t: Translate): Html | false {
  if (config.languages.length < 2) return false
  return html`<nav class="languages" aria-label="${t('language.title')}">${icon('globe')}${config.languages.map(
    language =>
      html`<a href="${path}?lang=${language.locale}" hreflang="${language.locale}" lang="${language.locale}"${
        language.locale === locale && new Html(' aria-current="true"')
      }>${language.name}</a>`,
  )}</nav>`
}

function footer(view: PublicView, t: Translate): Html {
  const { config, footerLinks, footerText, contactEmail } = view
  return html`<footer class="foot"><div class="wide">
  <div class="foot-columns">
    <div class="foot-name"><span class="logo">${logo(view)}</span><p>${footerText}</p></div>
    <nav aria-labelledby="foot-product"><h2 id="foot-product">${t('public.product')}</h2>
      ${config.allowHomepage && html`<a href="${href(view, '/')}#features">${t('public.features')}</a>`}
      <a href="/sign-in">${t('sign_in.submit')}</a>
      ${config.isDemo && html`<a href="/demo">${t('public.demo')}</a>`}</nav>
    ${
      footerLinks.length > 0 &&
      html`<nav aria-labelledby="foot-pages"><h2 id="foot-pages">${t('admin.pages')}</h2>
      ${footerLinks.map(({ slug, title }) => html`<a href="${href(view, `/page/${slug}`)}">${title}</a>`)}</nav>`
    }
    <nav aria-labelledby="foot-contact"><h2 id="foot-contact">${t('public.contact')}</h2>
      <a href="/contact-us">${t('public.write')}</a>
      ${contactEmail && html`<a href="mailto:${contactEmail}">${contactEmail}</a>`}</nav>
  </div>
  <div class="foot-end"><span>© ${new Date().getFullYear()} ${config.appName}</span>${languageLinks(view, t)}</div>
</div></footer>`
}

/** Whether something of other companies would load after consent. */
export const needsConsent = ({
  googleAnalytics,
  adsense,
  isAuthenticated,
}: ClientConfig): boolean =>
  !isAuthenticated && (googleAnalytics !== null || Boolean(adsense?.clientId))

/** Hidden until the script knows that this browser has no answer yet. */
function cookieNotice(view: PublicView, t: Translate): Html {
  const asks = needsConsent(view.config)
  return html`<section class="notice" data-notice="${asks ? 'consent' : 'plain'}" aria-label="${t('cookies.title')}" hidden>
  <p>${t(asks ? 'cookies.consent_text' : 'cookies.text')} <a href="${href(view, '/page/cookie-policy')}">${t('cookies.policy')}</a></p>
  ${
    asks
      ? html`<button class="button" type="button" data-consent="declined">${t('cookies.decline')}</button
        ><button class="button primary" type="button" data-consent="accepted">${t('cookies.agree')}</button>`
      : html`<button class="button" type="button" data-consent="read">${t('cookies.accept')}</button>`
  }
</section>`
}

/** A place for advertising; empty until the script fills it. */
export const adPlace = ({ config }: PublicView, slot: string | null | undefined): Html | false =>
  !config.isAuthenticated &&
  Boolean(config.adsense?.clientId && slot) &&
  html`<div class="ad wide" data-ad-slot="${slot ?? ''}" hidden></div>`

const meta = (property: string, content: string): Html =>
  html`<meta property="${property}" content="${content}">`

function head(view: PublicView, { title, description, type }: PageHead): Html {
  const { config, path, locale } = view
  const url = `${config.host}${path}`
  const picture = config.logos.og_image
  const image = picture && (URL.canParse(picture) ? picture : `${config.host}${picture}`)
  return html`<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${url}">
${config.languages.length > 1 && config.languages.map(language => html`<link rel="alternate" hreflang="${language.locale}" href="${url}?lang=${language.locale}">`)}
${meta('og:type', type)}${meta('og:site_name', config.appName)}${meta('og:url', url)}
${meta('og:title', title)}${meta('og:description', description)}${meta('og:locale', locale)}
${image && meta('og:image', image)}<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`
}

/** Fills the template of public pages. */
export function publicPage(
  template: string,
  view: PublicView,
  { head: of, main, className }: { head: PageHead; main: Html; className: string },
): string {
  const t = translatorOf(view)
  const body = html`${header(view, t)}
<main id="content" class="${className}" tabindex="-1">${main}</main>
${footer(view, t)}
${cookieNotice(view, t)}`
  return template
    .replace(
      /<html[^>]*>/,
      () => html`<html lang="${view.locale}" dir="${directionOf(view.locale)}">`.markup,
    )
    .replace('<!--head-->', () => head(view, of).markup)
    .replace('<!--body-->', () => body.markup)
}
