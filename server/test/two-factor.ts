import { auth, twoFactor } from '@coffer/contract'
import { PASSWORD } from './people.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { totp } from './totp.ts'

/** Enables two-factor sign-in with the current code, which is used up by that. */
export async function turnOnTwoFactor(
  client: TestClient,
): Promise<{ secret: string; codes: string[] }> {
  const enabled = await client.call(twoFactor.enableTwoFactor, { body: { password: PASSWORD } })
  const { secret, backupCodes: codes } = enabled.body
  const confirmed = await client.call(twoFactor.verifyCode, { body: { code: totp(secret) } })
  if (confirmed.status !== 200) throw new Error(`Two-factor is not on: ${confirmed.status}`)
  return { secret, codes }
}

/** A client that has given the right password but no code yet. */
export async function atSecondStep(t: TestApp, email: string): Promise<TestClient> {
  const client = t.anonymous()
  const reply = await client.call(auth.signIn, { body: { email, password: PASSWORD } })
  if (!reply.body.twoFactorRedirect) throw new Error(`No second step: ${reply.status}`)
  return client
}
