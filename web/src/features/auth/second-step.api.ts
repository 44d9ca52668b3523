import { verifyCode, verifyRecoveryCode } from '@coffer/contract/two-factor'
import { api } from '../../lib/api.ts'
import { enterSession } from '../../lib/session.ts'

export async function verifySecondFactor(method: 'code' | 'recovery', code: string): Promise<void> {
  await api(method === 'code' ? verifyCode : verifyRecoveryCode, { body: { code } })
  await enterSession()
}
