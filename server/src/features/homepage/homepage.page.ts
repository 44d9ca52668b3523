import type { OfferedPlan } from '@coffer/contract/plans'
import { formatBytes } from '../../lib/format-bytes.ts'
import { type Html, html } from '../../lib/html.ts'
import { linkDrawing, requestDrawing, uploadDrawing, windowDrawing } from './drawings.ts'
import type { HomepageSections, HomepageTexts } from './homepage.rules.ts'
import { icon } from './icons.ts'
import { adPlace, type PublicView, type Translate, translatorOf } from './layout.page.ts'
import { pricing } from './pricing.page.ts'

export interface Homepage {
  texts: HomepageTexts
  sections: HomepageSections
  /** Storage of a new account in bytes; null without a limit. */
  freeBytes: number | null
  /** Fixed plans on sale; empty while the section is off. */
  plans: readonly OfferedPlan[]
}

function hero(view: PublicView, { texts, freeBytes }: Homepage, t: Translate): Html {
  const facts = [
    freeBytes !== null && t('public.fact_storage', { size: formatBytes(freeBytes, view.locale) }),
    t('public.fact_browser'),
    t('public.fact_security'),
  ].filter(fact => fact !== false)
  return html`<section class="hero wide">
  <div class="hero-text">
    <h1>${texts.header_title}</h1>
    <p class="lead">${texts.header_description}</p>
    <div class="actions">${startLink(view, t, 'button primary')}${
      view.config.isDemo &&
      !view.config.isAuthenticated &&
      html`<a class="button" href="/demo">${t('public.demo')}</a>`
    }</div>
    <ul class="facts">${facts.map(fact => html`<li>${icon('check')}${fact}</li>`)}</ul>
  </div>
  ${windowDrawing(t)}
</section>`
}

function features({ texts, sections }: Homepage, t: Translate): Html | false {
  const { section_features, section_feature_boxes } = sections
  if (!section_features && !section_feature_boxes) return false
  const boxes = [
    [uploadDrawing(t), texts.feature_title_1, texts.feature_description_1],
    [linkDrawing(t), texts.feature_title_2, texts.feature_description_2],
    [requestDrawing(t), texts.feature_title_3, texts.feature_description_3],
  ] as const
  const heading = section_features
    ? html`<h2>${texts.features_title}</h2><p class="lead">${texts.features_description}</p>`
    : html`<h2 class="hidden-visually">${t('public.features')}</h2>`
  return html`<section class="features" id="features"><div class="wide">
  ${heading}
  ${
    section_feature_boxes &&
    html`<div class="boxes">${boxes.map(
      ([drawing, title, text]) =>
        html`<article>${drawing}<h3>${title}</h3><p>${text}</p></article>`,
    )}</div>`
  }
</div></section>`
}

const getStarted = (view: PublicView, { texts, sections }: Homepage, t: Translate): Html | false =>
  sections.section_get_started &&
  html`<section class="start"><div class="night"><div class="night-text">
  <h2>${texts.get_started_title}</h2><p>${texts.get_started_description}</p>
  ${startLink(view, t, 'button')}
</div></div></section>`

/** The link to the first step of a visitor. */
function startLink({ config }: PublicView, t: Translate, className: string): Html {
  const link = (href: string, label: string) =>
    html`<a class="${className}" href="${href}">${label}</a>`
  if (config.isAuthenticated) return link('/platform/files', t('open.to_files'))
  return config.allowRegistration
    ? link('/sign-up', t('sign_in.create_account'))
    : link('/sign-in', t('sign_in.submit'))
}

/** The sections of the homepage. */
export function homepageMain(view: PublicView, homepage: Homepage): Html {
  const t = translatorOf(view)
  return html`${hero(view, homepage, t)}${features(homepage, t)}${pricing(view, homepage, t)}${adPlace(
    view,
    view.config.adsense?.banner03,
  )}${getStarted(view, homepage, t)}`
}
