import { addPasskey, beginAddingPasskey } from '@coffer/contract/passkeys'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { api } from '../../lib/api.ts'
import type { ReauthenticationInput } from './password-step.tsx'

/** @returns its name; nothing when the browser's question was left */
export async function createPasskey(
  reauthentication: ReauthenticationInput,
  name: string,
): Promise<string | undefined> {
  const options = await api(beginAddingPasskey, { body: reauthentication })
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const made = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'NotAllowedError') return undefined
    throw error
  })
  if (!made) return undefined
  const response = { ...made }
  const body = name.trim() === '' ? { response } : { response, name }
  return (await api(addPasskey, { body })).data.attributes.name
}
