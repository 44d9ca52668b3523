import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'

const root = resolve(import.meta.dirname, '..')
const NODE = join(root, 'node_modules/node/bin/node')
const MAIN = join(root, 'server/dist/main.js')
const COMMANDS = join(root, 'server/dist/coffer.js')
const MOVED_CLOCK = join(root, 'scripts/lib/moved-clock.mjs')

export const ADMIN = {
  name: 'Ada Marlow',
  email: 'ada@example.org',
  password: 'lantern over the quay',
} as const

/** Installs the server without the wizard. */
export const INSTALLED = {
  ADMIN_NAME: ADMIN.name,
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
}

/** For servers whose address must be known to others before they start. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

interface Running {
  child: ChildProcess
  /** Output of the server once it listens. */
  output: string
}

/** Starts the built product on its own data folder. */
export interface Coffer {
  readonly origin: string
  /** Data folder. */
  readonly dataDir: string
  /** Setup code of a server that is not installed. */
  readonly setupLink: string
  /** Runs an operator command: `npm run coffer -- …`. Returns what it prints, also in the error. */
  command: (...args: string[]) => Promise<string>
  /** Kills the server. */
  kill: () => Promise<void>
  /** Starts it again on the same folder and port; `CLOCK_AHEAD_MS` among the variables moves its clock. */
  restart: (more?: Record<string, string>) => Promise<void>
  /** Stops it and removes its folder. */
  close: () => Promise<void>
}

export async function openCoffer(env: Record<string, string> = {}): Promise<Coffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'coffer-data-'))
  let running = await start({ ...env, DATA_DIR: dataDir })
  const [origin = ''] = /http:\/\/[\w.:]+/.exec(running.output) ?? []
  const end = async (signal: NodeJS.Signals) => {
    const { child } = running
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'close')
  }
  return {
    origin,
    dataDir,
    setupLink: /http:\S+\?code=\S+/.exec(running.output)?.[0] ?? '',
    command: (...args) => command({ ...env, DATA_DIR: dataDir }, args),
    kill: () => end('SIGKILL'),
    restart: async more => {
      running = await start({ ...env, ...more, DATA_DIR: dataDir, PORT: new URL(origin).port })
    },
    close: async () => {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Changes the database directly. */
export function write(
  { dataDir }: Coffer,
  statement: string,
  ...values: (string | number)[]
): void {
  const database = new DatabaseSync(join(dataDir, 'coffer.db'), { timeout: 30_000 })
  database.prepare(statement).run(...values)
  database.close()
}

/** Sets restrictions that no endpoint sets yet. */
export function limitStorage(coffer: Coffer, { email }: { email: string }, bytes: number): void {
  const statement = `update user_quotas set capacity_bytes = ?
    where user_id = (select id from users where email = ?)`
  write(coffer, statement, bytes, email)
}

/** Keeps the test environment's variables from the server. */
const environmentOf = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  ...env,
})

async function command(env: Record<string, string>, args: string[]): Promise<string> {
  const child = spawn(NODE, [COMMANDS, ...args], {
    cwd: root,
    env: environmentOf(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', part => {
      output += part
    })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`\`${args.join(' ')}\` ended with ${code}: ${output}`)
  return output
}

async function start(env: Record<string, string>): Promise<Running> {
  const clock = env.CLOCK_AHEAD_MS === undefined ? [] : ['--import', MOVED_CLOCK]
  const child = spawn(NODE, [...clock, MAIN], {
    cwd: root,
    env: environmentOf(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await Promise.race([firstOutput(child), endOf(child)])
  return { child, output }
}

/** A line of the server's log that reports an error. */
const IS_ERROR = /"level":[56]0/

/** The server prints one message when it listens, and its log, whose errors are printed here. */
async function firstOutput({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) return ''
  const [output] = await once(stdout, 'data')
  // Reads on, because a full pipe would block the server.
  createInterface(stdout).on('line', line => {
    if (IS_ERROR.test(line)) process.stderr.write(`${line}\n`)
  })
  return String(output)
}

async function endOf(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'close')
  throw new Error(`The server ended with ${code} before it could be reached.`)
}
