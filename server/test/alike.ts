import { randomUUID } from 'node:crypto'
import { auth, recovery } from '@coffer/contract'
import { readConfig } from '../src/config.ts'
import { emailOf } from './teams.ts'
import { createTestApp } from './test-app.ts'

/**
 * Whether the time of an answer tells if an address is known (faults A4): `npm run alike [-- tries]`.
 * Known and unknown take turns, so that whatever else the machine does meets both.
 */
const tries = Number(process.argv[2] ?? 200)
// Nothing goes out: the letters stay in the queue.
const { mail } = readConfig({ SMTP_URL: 'smtp://127.0.0.1:9' })
const t = await createTestApp({ config: { mail } })
const known = await emailOf(await t.signIn())
const password = 'not the password'

const CALLS = {
  'sign-in': (email: string) => t.anonymous().call(auth.signIn, { body: { email, password } }),
  'sign-up': (email: string) =>
    t.anonymous().call(auth.signUp, { body: { name: 'Somebody', email, password } }),
  recovery: (email: string) =>
    t.anonymous().call(recovery.requestPasswordReset, { body: { email } }),
}

function quantile(times: readonly number[], at: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * at)] ?? Number.NaN
}

async function timeOf(call: (email: string) => Promise<unknown>, email: string): Promise<number> {
  await t.deps.db.deleteFrom('rate_limits').execute()
  const start = performance.now()
  await call(email)
  return performance.now() - start
}

for (const [name, call] of Object.entries(CALLS)) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  await call(known)
  for (let round = 0; round < tries; round += 1) {
    times.known.push(await timeOf(call, known))
    times.unknown.push(await timeOf(call, `${randomUUID()}@example.test`))
  }
  const [one, other] = [quantile(times.known, 0.5), quantile(times.unknown, 0.5)]
  const spread = quantile(times.known, 0.75) - quantile(times.known, 0.25)
  process.stdout.write(
    `${name}: known ${one.toFixed(2)} ms, unknown ${other.toFixed(2)} ms, ratio ${(one / other).toFixed(3)}; middle half within ${spread.toFixed(2)} ms\n`,
  )
}
await t.close()
