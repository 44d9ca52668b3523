import {
  Boxes,
  FileText,
  FileType,
  Languages,
  LayoutDashboard,
  ReceiptText,
  Repeat,
  Settings,
  Trash2,
  Users,
  Wallet,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PanelGroup, PanelLink } from '../../ui/panel-link.tsx'

export function AdminPanel() {
  const { t } = useTranslation()
  return (
    <>
      <PanelGroup>
        <PanelLink to="/admin/dashboard" icon={LayoutDashboard}>
          {t('admin.dashboard')}
        </PanelLink>
        <PanelLink to="/admin/users" icon={Users}>
          {t('admin.users')}
        </PanelLink>
        <PanelLink to="/admin/documents" icon={FileType}>
          {t('admin.documents')}
        </PanelLink>
        <PanelLink to="/admin/pages" icon={FileText}>
          {t('admin.pages')}
        </PanelLink>
        <PanelLink to="/admin/trashed" icon={Trash2}>
          {t('admin.trashed')}
        </PanelLink>
      </PanelGroup>
      <PanelGroup title={t('admin.billing')}>
        <PanelLink to="/admin/plans" icon={Boxes}>
          {t('admin.plans')}
        </PanelLink>
        <PanelLink to="/admin/subscriptions" icon={Repeat}>
          {t('admin.subscriptions')}
        </PanelLink>
        <PanelLink to="/admin/invoices" icon={ReceiptText}>
          {t('admin.invoices')}
        </PanelLink>
        <PanelLink to="/admin/payments/payments" icon={Wallet}>
          {t('admin.payments')}
        </PanelLink>
      </PanelGroup>
      <PanelGroup title={t('admin.server')}>
        <PanelLink to="/admin/settings/appearance" icon={Settings}>
          {t('admin.settings')}
        </PanelLink>
        <PanelLink to="/admin/language" icon={Languages}>
          {t('admin.language')}
        </PanelLink>
      </PanelGroup>
    </>
  )
}
