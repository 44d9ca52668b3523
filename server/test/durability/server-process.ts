import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../../..')
const NODE = join(root, 'node_modules/node/bin/node')
type Env = Record<string, string>

/** How `npm start` runs the built server: see scripts/lib/server-command.mjs. */
interface ServerCommand {
  args: string[]
  /** The program of operator commands. */
  commands: string
  env: Env
}
const SOURCES: ServerCommand = {
  args: ['server/src/main.ts'],
  commands: 'server/src/coffer.ts',
  env: {},
}
/** `npm test` names the built server, which starts with a quarter of the CPU time. */
const SERVER: ServerCommand = process.env.SERVER_COMMAND
  ? JSON.parse(process.env.SERVER_COMMAND)
  : SOURCES
const KEPT_OUTPUT = 20_000

/** How a process ended, and its error output. */
export interface End {
  code: number | null
  signal: NodeJS.Signals | null
  errors: string
}

export interface ServerProcess {
  origin: string
  pid: number
  /** Kills it at once. */
  kill: () => Promise<End>
  /** Asks it to stop, like a service manager. */
  stop: () => Promise<End>
  ended: Promise<End>
}

function watch(child: ChildProcess): Promise<End> {
  let errors = ''
  child.stderr?.on('data', (text: Buffer) => {
    // Keeps reading, because a full pipe would block the server.
    if (errors.length < KEPT_OUTPUT) errors += text
  })
  return once(child, 'close').then(([code, signal]) => ({ code, signal, errors }))
}

const spawnProgram = (args: readonly string[], env: Env) =>
  spawn(NODE, args, {
    cwd: root,
    // The environment of the tests must not reach the server.
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

/** Runs a command of the operator to its end. */
export async function runCommandLine(
  args: readonly string[],
  env: Env,
): Promise<End & { output: string }> {
  const child = spawnProgram([SERVER.commands, ...args], env)
  let output = ''
  child.stdout.on('data', (text: Buffer) => {
    output += text
  })
  return { ...(await watch(child)), output }
}

function spawnServer(env: Env, program: string | undefined) {
  const child = spawnProgram(program ? [program] : SERVER.args, env)
  // Kills the server if a test ends early.
  const clear = () => child.kill('SIGKILL')
  process.once('exit', clear)
  const ended = watch(child).finally(() => process.off('exit', clear))
  return { child, ended }
}

/** Starts a server that is expected to fail. */
export const runServer = (env: Env): Promise<End> => spawnServer(env, undefined).ended

/**
 * Starts the server in a process and on a port of its own.
 * @param program the server by default
 */
export async function startServer(env: Env, program?: string): Promise<ServerProcess> {
  const { child, ended } = spawnServer(env, program)
  const address = new Promise<string>(resolveAddress => {
    if (!child.stdout) return
    createInterface(child.stdout).on('line', line => {
      const origin = /http:\/\/\S+/.exec(line)?.[0]
      if (line.startsWith('Coffer is at') && origin) resolveAddress(origin)
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
    ended,
  }
}
