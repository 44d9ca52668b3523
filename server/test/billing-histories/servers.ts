import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Commands } from './server-commands.ts'

/** The process was killed before it answered. */
export class Killed extends Error {}

type Result<N extends keyof Commands> = Awaited<ReturnType<Commands[N]>>
type Input<N extends keyof Commands> = Parameters<Commands[N]>

export interface HistoryServer {
  origin: string
  call: <N extends keyof Commands>(name: N, ...input: Input<N>) => Promise<Result<N>>
  kill: () => Promise<void>
}

interface Message {
  origin?: string
  fault?: string
  id?: number
  result?: unknown
  error?: string
}

const SOURCES = join(import.meta.dirname, 'server.ts')

/**
 * Starts Coffer in a process whose clock is set by commands.
 * @param onFault gets unexpected errors
 * @param program by default its sources
 */
export async function startHistoryServer(
  env: Record<string, string>,
  onFault: (fault: string) => void,
  program = SOURCES,
): Promise<HistoryServer> {
  const child = fork(program, {
    execPath: join(import.meta.dirname, '../../../node_modules/node/bin/node'),
    env: {
      PATH: process.env.PATH,
      NODE_NO_WARNINGS: '1',
      // Processes are started often.
      NODE_COMPILE_CACHE: join(tmpdir(), 'coffer-compile-cache'),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const clear = () => child.kill('SIGKILL')
  process.once('exit', clear)
  const ended = once(child, 'exit').finally(() => process.off('exit', clear))
  const origin = Promise.withResolvers<string>()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', ({ origin: address, fault, id = 0, result, error }: Message) => {
    if (address !== undefined) return origin.resolve(address)
    if (fault !== undefined) return onFault(fault)
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(result)
    else call?.reject(new Error(error))
  })
  void ended.then(() => {
    origin.reject(new Error('The server did not start.'))
    for (const call of waiting.values()) call.reject(new Killed())
    waiting.clear()
  })
  return {
    origin: await origin.promise,
    call: caller(child, waiting),
    kill: () => end(child, ended),
  }
}

function caller(
  child: ChildProcess,
  waiting: Map<number, PromiseWithResolvers<unknown>>,
): HistoryServer['call'] {
  let last = 0
  return <N extends keyof Commands>(name: N, ...[input]: Input<N>) => {
    last += 1
    const call = Promise.withResolvers<unknown>()
    if (child.connected) {
      waiting.set(last, call)
      // Without a callback a message to a process that was just killed is an uncaught error.
      child.send({ id: last, name, input }, error => error && call.reject(new Killed()))
    } else call.reject(new Killed())
    return call.promise as Promise<Result<N>>
  }
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await ended
}
