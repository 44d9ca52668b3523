import { addPasskey, beginAddingPasskey } from '@coffer/contract/passkeys'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { api } from '../../lib/api.ts'
import type { ReauthenticationInput } from './password-step.tsx'

/** Creates a passkey and registers it. @returns its name; undefined when the user cancelled */
export async function createPasskey(
  reauthentication: ReauthenticationInput,
  name: string,
): Promise<string | undefined> {
  const options = await api(beginAddingPasskey, { body: reauthentication })
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const created = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'NotAllowedError') return undefined
    throw error
  })
  if (!created) return undefined
  const response = { ...created }
  const body = name.trim() === '' ? { response } : { response, name }
  return (await api(addPasskey, { body })).data.attributes.name
}
