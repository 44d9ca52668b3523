import { gigabytesToBytes, INTERVALS, type Interval, UNLIMITED } from '@coffer/contract/plan-inputs'
import type { OfferedPlan } from '@coffer/contract/plans'
import { formatBytes } from '../../lib/format-bytes.ts'
import { type Html, html } from '../../lib/html.ts'
import { translateCount } from '../../lib/translate.ts'
import type { HomepageTexts } from './homepage.rules.ts'
import { icon } from './icons.ts'
import type { PublicView, Translate } from './layout.page.ts'

function factsOf(plan: OfferedPlan, { locale }: PublicView, t: Translate): string[] {
  if (plan.attributes.type !== 'fixed') return []
  const { max_storage_amount: size, max_team_members: count } = plan.attributes.features
  const bytes = gigabytesToBytes(size)
  return [
    bytes === null
      ? t('public.plan_storage_any')
      : t('public.plan_storage', { size: formatBytes(bytes, locale) }),
    count === UNLIMITED
      ? t('public.plan_members_any')
      : translateCount(locale, 'public.plan_members', { count }),
  ]
}

function planCard(plan: OfferedPlan, view: PublicView, t: Translate): Html | false {
  const { attributes } = plan
  if (attributes.type !== 'fixed') return false
  const { isAuthenticated, allowRegistration } = view.config
  const guestPath = allowRegistration ? '/sign-up' : '/sign-in'
  const path = isAuthenticated ? '/user/settings/billing' : guestPath
  const { name, description, price, interval } = attributes
  return html`<li class="plan" data-interval="${interval}">
  <h3>${name}</h3>
  ${description && html`<p class="plan-note">${description}</p>`}
  <p class="plan-price"><strong>${price}</strong> ${t(`public.per_${interval}`)}</p>
  <ul class="plan-facts">${factsOf(plan, view, t).map(fact => html`<li>${icon('check')}${fact}</li>`)}</ul>
  <a class="button" href="${path}" aria-label="${t('public.choose_named', { name })}">${t('public.choose')}</a>
</li>`
}

/** Switches between monthly and yearly plans without a script. */
const intervalSwitch = (first: Interval, t: Translate): Html =>
  html`<fieldset class="intervals"><legend class="hidden-visually">${t('public.billed')}</legend>${INTERVALS.map(
    interval =>
      html`<label><input type="radio" name="interval" value="${interval}" id="billed-${interval}"${
        interval === first && html` checked`
      }><span>${t(`public.billed_${interval}`)}</span></label>`,
  )}</fieldset>`

/** The section with the plans on sale; false without plans. */
export function pricing(
  view: PublicView,
  { texts, plans }: { texts: HomepageTexts; plans: readonly OfferedPlan[] },
  t: Translate,
): Html | false {
  if (plans.length === 0) return false
  const intervals = INTERVALS.filter(interval =>
    plans.some(({ attributes }) => attributes.interval === interval),
  )
  const [first = 'month'] = intervals
  return html`<section class="pricing" id="pricing"><div class="wide">
  <h2>${texts.pricing_title}</h2><p class="lead">${texts.pricing_description}</p>
  ${intervals.length > 1 && intervalSwitch(first, t)}
  <ul class="plans">${plans.map(plan => planCard(plan, view, t))}</ul>
</div></section>`
}
