import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AccessTokensSection } from '../../features/access-tokens/access-tokens-section.tsx'
import { userQuery, useUser } from '../../features/account/account.api.ts'
import { RecentActivity } from '../../features/audit/recent-activity.tsx'
import { ChoosePasswordSection } from '../../features/auth/choose-password.tsx'
import { PasswordForm } from '../../features/auth/password-form.tsx'
import { offeredProviders } from '../../features/auth/social.api.ts'
import { LinkedAccountsSection } from '../../features/security/linked-accounts-section.tsx'
import { PasskeysSection } from '../../features/security/passkeys-section.tsx'
import { sessionsQuery } from '../../features/security/sessions.api.ts'
import { SessionsSection } from '../../features/security/sessions-section.tsx'
import { TwoFactorSection } from '../../features/security/two-factor-section.tsx'
import { usePageTitle } from '../../lib/document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { ReauthenticationProvider } from '../reauthentication.tsx'
import classes from './profile.module.css'

/** The page /user/settings/password: sign-in methods, sessions and tokens. */
export function PasswordPage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { email, has_password, name, providers, role, two_factor_confirmed_at } =
    useUser().attributes
  usePageTitle(t('account.security'))
  const refetchUser = () => {
    void queries.invalidateQueries(userQuery)
    void queries.invalidateQueries(sessionsQuery)
  }
  return (
    <ReauthenticationProvider>
      <PageHeader title={t('account.security')} />
      <div className={classes.page}>
        {has_password ? (
          <SectionCard title={t('password.change_title')} text={t('password.change_text')}>
            <PasswordForm email={email} name={name} onChanged={refetchUser} />
          </SectionCard>
        ) : (
          <ChoosePasswordSection email={email} providers={providers} />
        )}
        <TwoFactorSection confirmedAt={two_factor_confirmed_at} onChanged={refetchUser} />
        <PasskeysSection />
        <LinkedAccountsSection isOffered={offeredProviders().length > 0} onChanged={refetchUser} />
        <SessionsSection />
        <AccessTokensSection isAdmin={role === 'admin'} />
        <RecentActivity />
      </div>
    </ReauthenticationProvider>
  )
}
