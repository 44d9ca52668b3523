import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../../..')
const NODE = join(root, 'node_modules/node/bin/node')
type Env = Record<string, string>

interface ServerCommand {
  args: string[]
  env: Env
}
/** The sources, or what the full run names: there it is the built server, as `npm start` runs it. */
const SERVER: ServerCommand = JSON.parse(
  process.env.SERVER_COMMAND ?? '{ "args": ["server/src/main.ts"], "env": {} }',
)
const KEPT_OUTPUT = 20_000

/** How a process ended, and what it had to say. */
export interface End {
  code: number | null
  signal: NodeJS.Signals | null
  errors: string
}

export interface ServerProcess {
  origin: string
  pid: number
  /** Ends it in the middle of whatever it does. */
  kill: () => Promise<End>
  /** Asks it to end, as a service manager does. */
  stop: () => Promise<End>
}

function watch(child: ChildProcess): Promise<End> {
  let errors = ''
  child.stderr?.on('data', (text: Buffer) => {
    // Read on for ever, as a full pipe would stop the server.
    if (errors.length < KEPT_OUTPUT) errors += text
  })
  return once(child, 'close').then(([code, signal]) => ({ code, signal, errors }))
}

function spawnServer(env: Env) {
  const child = spawn(NODE, SERVER.args, {
    cwd: root,
    // What the environment of the tests says must not reach the server.
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      NODE_NO_WARNINGS: '1',
      ...SERVER.env,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that fails in the middle leaves no server behind.
  const clear = () => child.kill('SIGKILL')
  process.once('exit', clear)
  const ended = watch(child).finally(() => process.off('exit', clear))
  return { child, ended }
}

/** A start that must not succeed. */
export const runServer = (env: Env): Promise<End> => spawnServer(env).ended

/** The server in a process of its own, on a port of its own. */
export async function startServer(env: Env): Promise<ServerProcess> {
  const { child, ended } = spawnServer(env)
  const address = new Promise<string>(found => {
    if (!child.stdout) return
    createInterface(child.stdout).on('line', line => {
      const origin = /http:\/\/\S+/.exec(line)?.[0]
      if (line.startsWith('Coffer is at') && origin) found(origin)
    })
  })
  const outcome = await Promise.race([address, ended])
  if (typeof outcome !== 'string' || child.pid === undefined)
    throw new Error(`The server did not start: ${JSON.stringify(outcome)}`)
  const end = (signal: NodeJS.Signals) => () => {
    child.kill(signal)
    return ended
  }
  return {
    origin: outcome,
    pid: child.pid,
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
  }
}
