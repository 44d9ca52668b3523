import { beginPasskeySignIn, signInByPasskey } from '@coffer/contract/passkeys'
import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { api } from '../../lib/api.ts'
import { markSignedIn } from '../../lib/session.ts'

/** Left by the person, or taken back for another question. */
const LEFT = new Set(['NotAllowedError', 'AbortError'])

const isLeft = (error: unknown): boolean => error instanceof Error && LEFT.has(error.name)

/**
 * @param useBrowserAutofill without a question of its own: among what the browser offers in the field
 * @returns false when the browser's question was left
 */
export async function enterByPasskey(useBrowserAutofill = false): Promise<boolean> {
  const options = await api(beginPasskeySignIn, {})
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const given = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(
    (error: unknown) => {
      if (isLeft(error)) return undefined
      throw error
    },
  )
  if (!given) return false
  await api(signInByPasskey, { body: { response: { ...given } } })
  markSignedIn()
  return true
}

/** What the field offers waits no more: its page is gone. */
export const stopOffering = (): void => WebAuthnAbortService.cancelCeremony()
