import { useEffect } from 'react'
import { ApiError } from '../../lib/api.ts'
import { passkeyObstacle } from '../../lib/passkey-obstacle.ts'
import { useStable } from '../../lib/use-stable.ts'

const canOffer = async (): Promise<boolean> =>
  passkeyObstacle() === null &&
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

interface PasskeyHandlers {
  onEntered: () => Promise<void>
  onFailure: (message: string | null) => void
}

/** The server rejected the selected passkey, which the user has to know. */
const rejectionMessage = (error: unknown): string | undefined =>
  error instanceof ApiError && error.is('auth.passkey_refused') ? error.problem?.message : undefined

/** Offers passkeys in the autofill of the email field, where the browser supports it. */
export function useOfferedPasskey({ onEntered, onFailure }: PasskeyHandlers): void {
  const onSignedIn = useStable(onEntered)
  const showFailure = useStable(onFailure)
  useEffect(() => {
    let isUnmounted = false
    let stop = () => {}
    async function offer(): Promise<void> {
      if (!(await canOffer()) || isUnmounted) return
      const { signInWithAutofill, cancelAutofill } = await import('./passkey-sign-in.ts')
      if (isUnmounted) return
      stop = cancelAutofill
      if (await signInWithAutofill()) await onSignedIn()
    }
    // The user did not start this request, so other errors stay silent.
    offer().catch((error: unknown) => {
      const message = rejectionMessage(error)
      if (message) showFailure(message)
    })
    return () => {
      isUnmounted = true
      stop()
    }
  }, [onSignedIn, showFailure])
}
