import type { AdminListMeta } from '@coffer/contract/admin-list'
import { useTranslation } from 'react-i18next'

/** Lists whose total can be capped: the text of an exact total, and the one of a capped total. */
const CAPPED_TEXTS = {
  'admin_plans.subscribers_sum': 'admin_plans.subscribers_more',
  'admin_subscriptions.found': 'admin_subscriptions.found_more',
  'admin_users.found': 'admin_users.found_more',
  'audit.found': 'audit.found_more',
  'differences.found': 'differences.found_more',
  'inbox.found': 'inbox.found_more',
  'invoices.found': 'invoices.found_more',
  'transactions.found': 'transactions.found_more',
} as const

interface ListTotal extends Pick<AdminListMeta, 'is_capped'> {
  paginate: Pick<AdminListMeta['paginate'], 'total'>
}

/** Returns how many rows were found, or "more than 10,000"; undefined while that is unknown. */
export function useFoundText(
  text: keyof typeof CAPPED_TEXTS,
  meta: ListTotal | undefined,
): string | undefined {
  const { t } = useTranslation()
  return meta && t(meta.is_capped ? CAPPED_TEXTS[text] : text, { count: meta.paginate.total })
}
