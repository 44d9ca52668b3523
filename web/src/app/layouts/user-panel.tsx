import { Archive, CreditCard, HardDrive, KeyRound, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PanelGroup, PanelLink } from '../../ui/panel-link.tsx'

export function UserPanel() {
  const { t } = useTranslation()
  return (
    <PanelGroup>
      <PanelLink to="/user/profile" icon={User}>
        {t('account.profile')}
      </PanelLink>
      <PanelLink to="/user/settings/password" icon={KeyRound}>
        {t('account.security')}
      </PanelLink>
      <PanelLink to="/user/settings/storage" icon={HardDrive}>
        {t('account.storage')}
      </PanelLink>
      <PanelLink to="/user/settings/data" icon={Archive}>
        {t('account.data')}
      </PanelLink>
      <PanelLink to="/user/settings/billing" icon={CreditCard}>
        {t('account.billing')}
      </PanelLink>
    </PanelGroup>
  )
}
