import { APIError } from '@better-auth/core/error'
import { getAuthenticatorName, passkey } from '@better-auth/passkey'

/** A passkey counts as both factors, so the authenticator must verify its user (ACC-13). */
const userVerification = 'required'

const UNVERIFIED = { code: 'USER_NOT_VERIFIED', message: 'The user was not verified' }

function requireVerified(isVerified: boolean): void {
  if (!isVerified) throw APIError.from('BAD_REQUEST', UNVERIFIED)
}

/** @param host the relying party id, which browsers bind passkeys to */
export const passkeyPlugin = (host: string) =>
  passkey({
    rpID: host,
    rpName: 'Coffer',
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authenticatorSelection: { residentKey: 'required', userVerification },
    registration: {
      afterVerification: async ({ verification }) => {
        const info = verification.registrationInfo
        requireVerified(info?.userVerified ?? false)
        const name = getAuthenticatorName(info?.aaguid)
        return name === undefined ? {} : { name }
      },
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireVerified(verification.authenticationInfo.userVerified),
    },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
