import { randomUUID } from 'node:crypto'
import { auth, passwordReset } from '@coffer/contract'
import { readConfig } from '../src/config.ts'
import { createMailServer } from './mail-server.ts'
import { emailOf } from './teams.ts'
import { createTestApp } from './test-app.ts'

/**
 * Measures whether response times reveal if an address is known (faults A4): `npm run timing [--
 * tries]`. Known and unknown addresses alternate, so that background load affects both.
 */
const tries = Number(process.argv[2] ?? 200)
const mailServer = await createMailServer()
const { mail } = readConfig({ SMTP_URL: mailServer.url })
const t = await createTestApp({ config: { mail } })
const known = await emailOf(await t.signIn())
const password = 'Taubenschlag 1874'

type Call = (email: string) => Promise<unknown>
const signIn: Call = email => t.anonymous().call(auth.signIn, { body: { email, password } })
const signUp: Call = email =>
  t.anonymous().call(auth.signUp, { body: { name: 'New User', email, password } })

interface Case {
  call: Call
  /** Preparation that is not measured. */
  before?: Call
}

const CASES: Readonly<Record<string, Case>> = {
  'sign-in': { call: signIn },
  'sign-up': { call: signUp },
  'sign-in after a sign-up': {
    call: signIn,
    // For example to find out whether an address is free.
    async before(email) {
      await signUp(email)
      await t.runJobs()
    },
  },
  recovery: {
    call: email => t.anonymous().call(passwordReset.requestPasswordReset, { body: { email } }),
  },
}

function quantile(times: readonly number[], at: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * at)] ?? Number.NaN
}

async function timeOf({ call, before }: Case, email: string): Promise<number> {
  await t.deps.db.deleteFrom('rate_limits').execute()
  await before?.(email)
  const start = performance.now()
  await call(email)
  return performance.now() - start
}

for (const [name, testCase] of Object.entries(CASES)) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  await timeOf(testCase, known)
  for (let round = 0; round < tries; round += 1) {
    times.known.push(await timeOf(testCase, known))
    times.unknown.push(await timeOf(testCase, `${randomUUID()}@example.test`))
  }
  const a = quantile(times.known, 0.5)
  const b = quantile(times.unknown, 0.5)
  const spread = quantile(times.known, 0.75) - quantile(times.known, 0.25)
  process.stdout.write(
    `${name}: known ${a.toFixed(2)} ms, unknown ${b.toFixed(2)} ms, ratio ${(a / b).toFixed(3)}; middle half within ${spread.toFixed(2)} ms\n`,
  )
}
await t.close()
await mailServer.close()
