import { beginPasskeySignIn, signInByPasskey } from '@coffer/contract/passkeys'
import {
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { api } from '../../lib/api.ts'
import { enterSession } from '../../lib/session.ts'

/** Errors that mean that the user cancelled, or that another request replaced this one. */
const CANCELLED = new Set(['NotAllowedError', 'AbortError'])

const isCancelled = (error: unknown): boolean => error instanceof Error && CANCELLED.has(error.name)

/** The server accepts only the last challenge, so challenges are requested one after the other. */
let lastChallenge: Promise<unknown> = Promise.resolve()

function requestChallenge() {
  const challenge = lastChallenge.then(() => api(beginPasskeySignIn, {}))
  lastChallenge = challenge.catch(() => {})
  return challenge
}

/** The button takes precedence over the passkeys offered by autofill. */
let isButtonUsed = false

async function requestPasskey(useBrowserAutofill: boolean) {
  const optionsJSON = (await requestChallenge()) as unknown as PublicKeyCredentialRequestOptionsJSON
  if (useBrowserAutofill && isButtonUsed) return undefined
  return startAuthentication({ optionsJSON, useBrowserAutofill }).catch((error: unknown) => {
    if (isCancelled(error)) return undefined
    throw error
  })
}

async function signIn(useBrowserAutofill: boolean): Promise<boolean> {
  const response = await requestPasskey(useBrowserAutofill)
  if (!response) return false
  await api(signInByPasskey, { body: { response: { ...response } } })
  await enterSession()
  return true
}

/**
 * Signs in with a passkey chosen in the browser's dialog.
 * @returns false when the user cancelled
 */
export async function signInWithPasskey(): Promise<boolean> {
  isButtonUsed = true
  try {
    return await signIn(false)
  } finally {
    isButtonUsed = false
  }
}

/**
 * Signs in with a passkey offered by autofill in the email field.
 * @returns false when the user cancelled or used the button meanwhile
 */
export async function signInWithAutofill(): Promise<boolean> {
  return isButtonUsed ? false : signIn(true)
}

/** Cancels autofill when the page is left. */
export const cancelAutofill = (): void => WebAuthnAbortService.cancelCeremony()
