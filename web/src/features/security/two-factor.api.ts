import {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  verifyCode,
} from '@coffer/contract/two-factor'
import { api } from '../../lib/api.ts'

export type SetUp = Awaited<ReturnType<typeof beginSetUp>>

export const beginSetUp = (password: string) => api(enableTwoFactor, { body: { password } })
export const confirmSetUp = (code: string) => api(verifyCode, { body: { code } })
export const turnOff = (password: string) => api(disableTwoFactor, { body: { password } })
export const renewCodes = async (password: string): Promise<string[]> =>
  (await api(renewRecoveryCodes, { body: { password } })).backupCodes
