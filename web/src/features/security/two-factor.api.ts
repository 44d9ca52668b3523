import {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  verifyCode,
} from '@coffer/contract/two-factor'
import { api } from '../../lib/api.ts'
import type { GivenProof } from './password-step.tsx'

export type SetUp = Awaited<ReturnType<typeof beginSetUp>>

export const beginSetUp = (password: string) => api(enableTwoFactor, { body: { password } })
export const confirmSetUp = (code: string) => api(verifyCode, { body: { code } })
export const turnOff = (proof: GivenProof) => api(disableTwoFactor, { body: proof })
export const renewCodes = async (proof: GivenProof): Promise<string[]> =>
  (await api(renewRecoveryCodes, { body: proof })).backupCodes
