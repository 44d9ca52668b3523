import { sendVerificationEmail, verifyEmail } from '@coffer/contract/email-verification'
import { requestPasswordReset, resetPassword } from '@coffer/contract/password-reset'
import { api } from '../../lib/api.ts'

/** What is written to an address: to confirm it, or to choose a new password. */
export type EmailPurpose = 'confirm' | 'recover'

const EMAIL_ENDPOINTS = { confirm: sendVerificationEmail, recover: requestPasswordReset } as const

export async function sendAccountEmail(purpose: EmailPurpose, email: string): Promise<void> {
  await api(EMAIL_ENDPOINTS[purpose], { body: { email } })
}

/** @returns the address that is confirmed now */
export const confirmAddress = async (token: string): Promise<string> =>
  (await api(verifyEmail, { body: { token } })).email

/** @returns the address of the account that has the new password */
export const saveNewPassword = async (
  token: string,
  choice: { newPassword: string; revokeTokens: boolean },
): Promise<string> => (await api(resetPassword, { body: { token, ...choice } })).email
