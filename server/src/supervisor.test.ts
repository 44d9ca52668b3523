import cluster from 'node:cluster'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { supervise } from './supervisor.ts'

class FakeWorker extends EventEmitter {
  readonly number: string
  #isDead = false
  readonly process = { kill: () => this.end() }

  constructor(number: string) {
    super()
    this.number = number
  }

  isDead = () => this.#isDead

  end(): void {
    this.#isDead = true
    this.emit('exit', 0)
  }
}

const forked: FakeWorker[] = []
const alive = () => forked.filter(worker => !worker.isDead()).map(({ number }) => number)
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGUSR2'] as const
const listeners = SIGNALS.map(signal => process.listeners(signal))

/** Lets what waits for a process continue. */
const settle = () => new Promise(resolve => setImmediate(resolve))

/** Lets the processes that are being started serve. */
async function serve(): Promise<void> {
  for (const worker of forked) if (!worker.isDead()) worker.emit('listening')
  await settle()
}

beforeEach(() => {
  forked.length = 0
  vi.spyOn(cluster, 'fork').mockImplementation(env => {
    const worker = new FakeWorker((env as { PROCESS_NUMBER: string }).PROCESS_NUMBER)
    forked.push(worker)
    return worker as never
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  for (const [index, signal] of SIGNALS.entries())
    for (const listener of process.listeners(signal))
      if (!listeners[index]?.includes(listener)) process.off(signal, listener)
})

it('starts a process once that ends while all are replaced', async () => {
  void supervise(1, {} as never)
  await settle()
  await serve()
  forked[0]?.end()
  process.emit('SIGUSR2')
  // A process that has ended is started again after a second.
  await sleep(1_200)
  await serve()
  expect(alive()).toEqual(['1'])
})
