import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { openDifferencesQuery } from '../../features/billing-differences/differences.api.ts'
import { waitingQuery } from '../../features/contact/inbox.api.ts'
import { config } from '../../lib/config.ts'
import { adminPagesFor, showsBilling } from '../../ui/admin-pages.ts'
import { PanelGroup, PanelLink } from '../../ui/panel-link.tsx'

/** Paths of the pages about one entry of a list. */
const ENTRY_PATHS: Readonly<Record<string, readonly string[]>> = {
  '/admin/users': ['/admin/user/'],
  '/admin/documents': ['/admin/document/', '/admin/subcategories/', '/admin/subcategory/'],
  '/admin/pages': ['/admin/page/'],
  '/admin/plans': ['/admin/plan/'],
}

/** How much waits on a page for an administrator, by path. */
function useWaiting(hasBilling: boolean): Readonly<Record<string, number | undefined>> {
  return {
    '/admin/contact': useQuery(waitingQuery).data,
    '/admin/payments/differences': useQuery({ ...openDifferencesQuery, enabled: hasBilling }).data,
  }
}

/** The pages of the admin area, in groups. */
export function AdminPanel() {
  const { t } = useTranslation()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { has_billing } = useUser().meta.usages
  const { subscriptionType } = config()
  const waiting = useWaiting(showsBilling(subscriptionType, has_billing))
  const isWithin = (to: string) => ENTRY_PATHS[to]?.some(entry => path.startsWith(entry)) ?? false
  return adminPagesFor(subscriptionType, has_billing).map(({ title, pages }) => (
    <PanelGroup key={title ?? 'first'} {...(title && { title: t(title) })}>
      {pages.map(({ to, icon, label }) => (
        <PanelLink
          key={to}
          to={to}
          icon={icon}
          {...(isWithin(to) && { 'aria-current': 'page' })}
          {...(waiting[to] ? { aside: waiting[to] } : {})}
        >
          {t(label)}
        </PanelLink>
      ))}
    </PanelGroup>
  ))
}
