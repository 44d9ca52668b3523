import {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  verifyCode,
} from '@coffer/contract/two-factor'
import { api } from '../../lib/api.ts'
import type { ReauthenticationInput } from './password-step.tsx'

export type SetUp = Awaited<ReturnType<typeof beginSetUp>>

export const beginSetUp = (password: string) => api(enableTwoFactor, { body: { password } })
export const confirmSetUp = (code: string) => api(verifyCode, { body: { code } })
export const turnOff = (reauthentication: ReauthenticationInput) =>
  api(disableTwoFactor, { body: reauthentication })
export const renewCodes = async (reauthentication: ReauthenticationInput): Promise<string[]> =>
  (await api(renewRecoveryCodes, { body: reauthentication })).backupCodes
