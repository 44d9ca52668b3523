import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { userQuery, useUser } from '../features/account/account.api.ts'
import { ChoosePasswordStep } from '../features/auth/choose-password.tsx'
import { ReauthenticationContext } from '../ui/form/reauthentication.ts'

/** Tells the dialogs below how the user can reauthenticate. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const { email, has_password, providers, two_factor_confirmed_at } = useUser().attributes
  // The user may have set a password by an email link in another tab.
  useQuery({ ...userQuery, refetchOnWindowFocus: has_password || 'always' })
  const hasTwoFactor = two_factor_confirmed_at !== null
  const reauthentication = useMemo(() => {
    const choose = (onClose: () => void) => (
      <ChoosePasswordStep email={email} providers={providers} onClose={onClose} />
    )
    return { hasTwoFactor, withoutPassword: has_password ? null : choose }
  }, [email, has_password, hasTwoFactor, providers])
  return <ReauthenticationContext value={reauthentication}>{children}</ReauthenticationContext>
}
