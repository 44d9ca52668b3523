import { sendVerificationEmail, verifyEmail } from '@coffer/contract/email-verification'
import { requestPasswordReset, resetPassword } from '@coffer/contract/password-reset'
import { api } from '../../lib/api.ts'

/** Purpose of an email: verify the address, or reset the password. */
export type EmailPurpose = 'confirm' | 'recover'

const EMAIL_ENDPOINTS = { confirm: sendVerificationEmail, recover: requestPasswordReset } as const

export async function sendAccountEmail(purpose: EmailPurpose, email: string): Promise<void> {
  await api(EMAIL_ENDPOINTS[purpose], { body: { email } })
}

/** @returns the verified email */
export const confirmEmail = async (token: string): Promise<string> =>
  (await api(verifyEmail, { body: { token } })).email

/** @returns the email of the account with the new password */
export const saveNewPassword = async (
  token: string,
  options: { newPassword: string; revokeTokens: boolean },
): Promise<string> => (await api(resetPassword, { body: { token, ...options } })).email
