import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { endSession } from '../../features/auth/auth.api.ts'
import { ConfirmIdentityDialog } from '../../features/security/confirm-identity-dialog.tsx'
import { ReauthenticationProvider } from '../reauthentication.tsx'

interface ConfirmIdentityProps {
  onClose: (isConfirmed: boolean) => void
}

/** Asks an administrator to confirm who they are before a sensitive call. */
export function ConfirmIdentity({ onClose }: ConfirmIdentityProps) {
  const queries = useQueryClient()
  const href = useLocation({ select: location => location.href })
  const signInAgain = async () => {
    await endSession()
    queries.clear()
    // A new document drops everything the page holds of the old session.
    location.assign(`/sign-in?redirect=${encodeURIComponent(href)}`)
  }
  return (
    <ReauthenticationProvider>
      <ConfirmIdentityDialog onClose={onClose} onSignInAgain={signInAgain} />
    </ReauthenticationProvider>
  )
}
