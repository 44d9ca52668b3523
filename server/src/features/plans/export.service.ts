import type { Locale } from '@coffer/contract'
import { MAX_PAGE_SIZE } from '@coffer/contract/constants'
import { toDecimal } from '@coffer/contract/money'
import type { PlanQuery } from '@coffer/contract/plans'
import type { Deps } from '../../deps.ts'
import { type CsvCell, csvHeader, csvRows, csvTime } from '../../lib/csv.ts'
import { translate } from '../../lib/translate.ts'
import { presentPlan } from './plans.presenter.ts'
import { type DetailedPlan, listPlans } from './plans.service.ts'

const HEADER = [
  'admin_plans.plan',
  'admin_plans.description',
  'admin_plans.type',
  'admin_plans.status',
  'admin_plans.visible',
  'admin_plans.price',
  'admin_plans.currency',
  'admin_plans.interval',
  'admin_plans.storage_gb',
  'admin_plans.members',
  'admin_plans.subscribers',
  'admin_plans.mrr',
  'admin_plans.created_at',
] as const

/** Price and limits; metered plans have none. */
function termCells({ plan }: DetailedPlan, locale: Locale) {
  if (plan.type === 'metered') return { price: null, storage: null, members: null }
  const { currency, storage_bytes, max_team_members } = plan
  const limit = (value: number | null) => value ?? translate(locale, 'admin_plans.unlimited')
  return {
    price: toDecimal({ amount: plan.amount ?? 0, currency }),
    storage: limit(storage_bytes === null ? null : storage_bytes / 1e9),
    members: limit(max_team_members),
  }
}

function cellsOf(detailed: DetailedPlan, locale: Locale): CsvCell[] {
  const { plan } = detailed
  const { attributes, meta } = presentPlan(detailed, locale)
  const { price, storage, members } = termCells(detailed, locale)
  return [
    plan.name,
    plan.description,
    translate(locale, `admin_plans.type_${plan.type}`),
    translate(locale, `admin_plans.status_${plan.status}`),
    translate(locale, `admin_plans.visible_${attributes.visible ? 'yes' : 'no'}`),
    price,
    plan.currency,
    translate(locale, `admin_plans.interval_${plan.interval}`),
    storage,
    members,
    attributes.subscribers,
    toDecimal(meta.monthly_revenue),
    csvTime(plan.created_at),
  ]
}

/** Writes matching plans as CSV, in the language of the reader. */
export async function* exportPlans(
  deps: Pick<Deps, 'db'>,
  filter: Omit<PlanQuery, 'page' | 'per_page'>,
  locale: Locale,
): AsyncGenerator<string> {
  yield csvHeader(HEADER.map(key => translate(locale, key)))
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const { rows } = await listPlans(deps, { ...filter, page, per_page: MAX_PAGE_SIZE })
    if (rows.length > 0) yield csvRows(rows.map(row => cellsOf(row, locale)))
    isLast = rows.length < MAX_PAGE_SIZE
  }
}
