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
 * The challenge of the last question is the one the server expects an answer to, so one question
 * begins after the other.
 */
let lastChallenge: Promise<unknown> = Promise.resolve()

function askForChallenge() {
  const challenge = lastChallenge.then(() => api(beginPasskeySignIn, {}))
  lastChallenge = challenge.catch(() => {})
  return challenge
}

/** Who has asked by the button is not interrupted by what the field would offer. */
let hasAsked = false

async function answerOfDevice(useBrowserAutofill: boolean) {
  const optionsJSON = (await askForChallenge()) as unknown as PublicKeyCredentialRequestOptionsJSON
  if (useBrowserAutofill && hasAsked) return undefined
  return startAuthentication({ optionsJSON, useBrowserAutofill }).catch((error: unknown) => {
    if (isLeft(error)) return undefined
    throw error
  })
}

async function enter(useBrowserAutofill: boolean): Promise<boolean> {
  const given = await answerOfDevice(useBrowserAutofill)
  if (!given) return false
  await api(signInByPasskey, { body: { response: { ...given } } })
  markSignedIn()
  return true
}

/** @returns false when the browser's question was left */
export async function enterByPasskey(): Promise<boolean> {
  hasAsked = true
  try {
    return await enter(false)
  } finally {
    hasAsked = false
  }
}

/**
 * Without a question of its own: among what the browser offers in the field.
 * @returns false when it was left, or a question was asked meanwhile
 */
export async function enterByOfferedPasskey(): Promise<boolean> {
  return hasAsked ? false : enter(true)
}

/** What the field offers waits no more: its page is gone. */
export const stopOffering = (): void => WebAuthnAbortService.cancelCeremony()
