import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AccessTokensSection } from '../../features/access-tokens/access-tokens-section.tsx'
import { userQuery, useUser } from '../../features/account/account.api.ts'
import { PasswordForm } from '../../features/auth/password-form.tsx'
import { PasskeysSection } from '../../features/security/passkeys-section.tsx'
import { sessionsQuery } from '../../features/security/sessions.api.ts'
import { SessionsSection } from '../../features/security/sessions-section.tsx'
import { TwoFactorSection } from '../../features/security/two-factor-section.tsx'
import { usePageTitle } from '../../lib/document-title.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './profile.module.css'

/** How one gets in, and who is in. */
export function PasswordPage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { email, name, role, two_factor_confirmed_at } = useUser().attributes
  usePageTitle(t('account.password'))
  const askAgain = () => {
    void queries.invalidateQueries(userQuery)
    void queries.invalidateQueries(sessionsQuery)
  }
  return (
    <>
      <PageHead title={t('account.password')} />
      <div className={classes.page}>
        <SectionCard title={t('password.change_title')} text={t('password.change_text')}>
          <PasswordForm email={email} name={name} onChanged={askAgain} />
        </SectionCard>
        <TwoFactorSection confirmedAt={two_factor_confirmed_at} onChanged={askAgain} />
        <PasskeysSection />
        <SessionsSection />
        <AccessTokensSection
          isAdmin={role === 'admin'}
          hasTwoFactor={two_factor_confirmed_at !== null}
        />
      </div>
    </>
  )
}
