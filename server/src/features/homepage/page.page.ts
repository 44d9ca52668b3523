import type { PublicPage } from '@coffer/contract/pages'
import { Html, html } from '../../lib/html.ts'
import { needsConsent, type PublicView, translatorOf } from './layout.page.ts'

/** Lets visitors change their answer to the cookie notice. */
function consentChoice(view: PublicView): Html | false {
  if (!needsConsent(view.config)) return false
  const t = translatorOf(view)
  return html`<section class="choice" aria-labelledby="choice">
  <h2 id="choice">${t('cookies.choice')}</h2>
  <p role="status" data-consent-state data-accepted="${t('cookies.is_accepted')}"
    data-declined="${t('cookies.is_declined')}" data-none="${t('cookies.is_open')}">${t('cookies.is_open')}</p>
  <div class="actions"><button class="button" type="button" data-consent="declined">${t('cookies.decline')}</button
  ><button class="button" type="button" data-consent="accepted">${t('cookies.agree')}</button></div>
</section>`
}

/** A page that administrators wrote. Its content was rendered from Markdown without raw HTML. */
export function pageMain(view: PublicView, { attributes }: PublicPage): Html {
  const { title, content_formatted, updated_at, locale, slug } = attributes
  const t = translatorOf(view)
  const date = new Intl.DateTimeFormat(view.locale, { dateStyle: 'long', timeZone: 'UTC' })
  return html`<article class="text" lang="${locale}">
  <h1>${title}</h1>
  <p class="updated" lang="${view.locale}">${t('public.updated', { date: date.format(new Date(updated_at)) })}</p>
  ${new Html(content_formatted)}
  ${slug === 'cookie-policy' && consentChoice(view)}
</article>`
}
