import { beginPasskeySignIn, signInByPasskey } from '@coffer/contract/passkeys'
import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'
import { api } from '../../lib/api.ts'
import { markSignedIn } from '../../lib/session.ts'

/** @returns false when the browser's question was left */
export async function enterByPasskey(): Promise<boolean> {
  const options = await api(beginPasskeySignIn, {})
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const given = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'NotAllowedError') return undefined
    throw error
  })
  if (!given) return false
  await api(signInByPasskey, { body: { response: { ...given } } })
  markSignedIn()
  return true
}
