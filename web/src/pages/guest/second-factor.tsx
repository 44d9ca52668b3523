import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userQuery } from '../../features/account/account.api.ts'
import { useSignOut } from '../../features/auth/use-sign-out.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { redirectTarget } from '../../lib/redirect-target.ts'
import classes from '../../ui/auth-form.module.css'
import { ReauthenticationProvider } from '../reauthentication.tsx'

const SetUpDialog = lazy(async () => ({
  default: (await import('../../features/security/set-up-dialog.tsx')).SetUpDialog,
}))

/** Where two-factor sign-in is required, users without it set it up here first. */
export const SecondFactorPage = () => (
  <ReauthenticationProvider>
    <SecondFactor />
  </ReauthenticationProvider>
)

function SecondFactor() {
  const { t } = useTranslation()
  const { redirect } = useSearch({ from: '/entry/second-factor' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const signOut = useSignOut()
  const [isOpen, setOpen] = useState(false)
  usePageTitle(t('two_factor.required'))

  const finish = async () => {
    setOpen(false)
    await queries.fetchQuery({ ...userQuery, staleTime: 0 })
    await navigate({ href: redirectTarget(redirect), replace: true })
  }
  return (
    <div className={classes.form}>
      <ShieldCheck className={classes.picture} size={44} strokeWidth={1.25} aria-hidden />
      <h1 className={classes.title}>{t('two_factor.required')}</h1>
      <p className={classes.lead}>{t('two_factor.required_text')}</p>
      <Button size="md" fullWidth onClick={() => setOpen(true)}>
        {t('two_factor.set_up')}
      </Button>
      <div className={classes.actions}>
        <button type="button" className={classes.link} onClick={() => void signOut()}>
          {t('account.sign_out')}
        </button>
      </div>
      {isOpen && (
        <Suspense>
          <SetUpDialog onConfirmed={() => undefined} onClose={() => void finish()} />
        </Suspense>
      )}
    </div>
  )
}
