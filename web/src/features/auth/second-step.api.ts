import { verifyCode, verifyRecoveryCode } from '@coffer/contract/two-factor'
import { api } from '../../lib/api.ts'
import { markSignedIn } from '../../lib/session.ts'

export async function verifySecondFactor(method: 'code' | 'recovery', code: string): Promise<void> {
  await api(method === 'code' ? verifyCode : verifyRecoveryCode, { body: { code } })
  markSignedIn()
}
