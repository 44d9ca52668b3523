import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { InvoiceActions } from '../features/invoices/invoice-actions.tsx'
import { InvoiceView } from '../features/invoices/invoice-view.tsx'
import { useBillingRefresh } from './use-billing-refresh.ts'

/** The page /invoices/:id of a user. */
export function InvoicePage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  return (
    <InvoiceView
      id={id}
      parent={{ label: t('account.billing'), link: { to: '/user/settings/billing' } }}
      linkTo={other => ({ to: '/invoices/$id', params: { id: other } })}
      among="same_user"
    />
  )
}

/** The page /admin/invoices/:id, with the corrections that administrators can make. */
export function AdminInvoicePage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const refresh = useBillingRefresh()
  return (
    <InvoiceView
      id={id}
      parent={{ label: t('admin.invoices'), link: { to: '/admin/invoices' } }}
      linkTo={other => ({ to: '/admin/invoices/$id', params: { id: other } })}
      among="all"
      actions={invoice => <InvoiceActions invoice={invoice} refresh={refresh} />}
    />
  )
}
