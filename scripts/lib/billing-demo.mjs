import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  advanceSimulators,
  sendEventsTo,
  simulatorVariables,
  startSimulators,
} from '../../server/test/gateways/simulators.ts'
import { ApiSession } from './api-session.mjs'
import { clockPage } from './billing-demo-page.mjs'
import { environment, isolatedEnvironment } from './environment.mjs'
import { nodeBinary } from './paths.mjs'
import { exitCode, main, Refusal, SIGNALS, say, start, stop } from './run.mjs'
import { serverArgs, serverEnvironment } from './server-command.mjs'

const ADMIN = { name: 'Demo User', email: 'demo@example.com', password: 'a quay full of lanterns' }
const DAY_MS = 24 * 60 * 60 * 1000
const STEPS = { hour: DAY_MS / 24, day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS }
/** In a currency that all three gateways take. */
const CURRENCY = 'USD'
const PLANS = [
  { name: 'Basic', amount: 500, interval: 'month', gb: 100, members: 5 },
  { name: 'Pro', amount: 1500, interval: 'month', gb: 1000, members: 20 },
  { name: 'Pro, yearly', amount: 15_000, interval: 'year', gb: 1000, members: 20 },
]

const port = environment.PORT ?? '3000'
const origin = `http://127.0.0.1:${port}`
const type = environment.SETUP_SUBSCRIPTION_TYPE ?? 'fixed'
const folder = mkdtempSync(join(tmpdir(), 'coffer-billing-'))
let aheadMs = 0
let server

await main(async () => {
  const simulators = await startSimulators()
  for (const signal of SIGNALS) process.on(signal, () => void end())
  process.on('exit', () => {
    // Still running after an error.
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  await startServer(simulators)
  if (type === 'fixed') await createPlans()
  sendEventsTo(simulators, origin)
  const page = await servePage(simulators)
  say(`Sign in at ${origin} as ${ADMIN.email} with the password “${ADMIN.password}”.`)
  say(`Move the clock and see the payments at ${page}.`)
})

async function end() {
  await stop(server)
  process.exit(0)
}

/** Starts Coffer with an empty data folder, as the simulators keep their state only while they run. */
async function startServer(simulators) {
  const args = ['--import', './scripts/lib/moved-clock.mjs', ...serverArgs]
  server = start(nodeBinary, args, {
    env: isolatedEnvironment({
      LOG_LEVEL: environment.LOG_LEVEL ?? 'warn',
      ...serverEnvironment,
      HOST: '127.0.0.1',
      PORT: port,
      APP_URL: origin,
      DATA_DIR: folder,
      ADMIN_NAME: ADMIN.name,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SETUP_SUBSCRIPTION_TYPE: type,
      CLOCK_AHEAD_MS: String(aheadMs),
      ...simulatorVariables(simulators),
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The server prints its address once it listens.
  const printed = once(server.stdout, 'data').then(() => true)
  const isReady = await Promise.race([printed, exitCode(server).then(() => false)])
  if (!isReady) throw new Refusal('The server ended before it could be used.')
  server.stdout.resume()
}

async function createPlans() {
  const session = new ApiSession(origin)
  const { email, password } = ADMIN
  await session.call('POST', '/api/auth/sign-in/email', { email, password })
  for (const { name, amount, interval, gb, members } of PLANS) {
    await session.call('POST', '/api/subscriptions/admin/plans', {
      type: 'fixed',
      name,
      description: '',
      visible: true,
      currency: CURRENCY,
      amount,
      interval,
      features: { max_storage_amount: gb, max_team_members: members },
    })
  }
}

/** Advances the gateways, which bill meanwhile, then restarts Coffer at the new time. */
async function moveClock(simulators, ms) {
  aheadMs += ms
  await advanceSimulators(simulators, ms)
  await stop(server)
  await startServer(simulators)
}

async function servePage(simulators) {
  const now = () => Date.now() + aheadMs
  const page = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://x')
    const step = STEPS[searchParams.get('step')]
    if (request.method === 'POST' && step) {
      await moveClock(simulators, step)
      return response.writeHead(303, { location: '/' }).end()
    }
    if (pathname !== '/') return response.writeHead(404).end()
    const html = clockPage({ now: now(), steps: Object.keys(STEPS), simulators, origin })
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  page.listen(Number(environment.CLOCK_PORT ?? 0), '127.0.0.1')
  await once(page, 'listening')
  return `http://127.0.0.1:${page.address().port}`
}
