import { useEffect } from 'react'
import { ApiError } from '../../lib/api.ts'
import { passkeyObstacle } from '../../lib/passkey-obstacle.ts'
import { useStable } from '../../lib/use-stable.ts'

const canOffer = async (): Promise<boolean> =>
  passkeyObstacle() === null &&
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

interface Offer {
  onEntered: () => Promise<void>
  onFailure: (words: string | null) => void
}

/** A passkey was chosen, and the server takes it no more: whoever chose it is told. */
const refusalIn = (error: unknown): string | undefined =>
  error instanceof ApiError && error.is('auth.passkey_refused') ? error.problem?.message : undefined

/** Offers the passkeys of this device in the field for the address, where the browser can. */
export function useOfferedPasskey({ onEntered, onFailure }: Offer): void {
  const enter = useStable(onEntered)
  const tell = useStable(onFailure)
  useEffect(() => {
    let isUnmounted = false
    let stop = () => {}
    async function offer(): Promise<void> {
      if (!(await canOffer()) || isUnmounted) return
      const { enterByOfferedPasskey, stopOffering } = await import('./passkey-sign-in.ts')
      if (isUnmounted) return
      stop = stopOffering
      if (await enterByOfferedPasskey()) await enter()
    }
    // Nobody has asked for it: what else goes wrong is no news.
    offer().catch((error: unknown) => {
      const refusal = refusalIn(error)
      if (refusal) tell(refusal)
    })
    return () => {
      isUnmounted = true
      stop()
    }
  }, [enter, tell])
}
