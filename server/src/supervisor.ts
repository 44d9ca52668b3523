import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationConfig } from './operation-variables.ts'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000
/** A process that served this long has not failed at its start. */
const STABLE_MS = 60_000

/** Why a process ended; undefined once it listens. */
function outcomeOf(worker: Worker): Promise<number | undefined> {
  return new Promise(resolve => {
    worker.once('listening', () => resolve(undefined))
    worker.once('exit', code => resolve(code ?? 1))
  })
}

/** Serves the metrics of all processes together. */
async function serveTotals(config: OperationConfig): Promise<void> {
  const { metricsPort: port, metricsHost: host, metricsToken: token } = config
  if (port === undefined) return
  const [{ AggregatorRegistry }, { serveMetrics }] = await Promise.all([
    import('prom-client'),
    import('./observe/metrics-server.ts'),
  ])
  const totals = new AggregatorRegistry()
  const read = () => totals.clusterMetrics()
  await serveMetrics({ host, port, token, contentType: totals.contentType, read })
}

/**
 * Runs several server processes that share one port, replaces those that end, and on SIGUSR2 all of
 * them one after the other, so that calls are always answered.
 */
export async function supervise(count: number, config: OperationConfig): Promise<void> {
  await serveTotals(config)
  const workers = new Map<number, Worker>()
  const starting = new Map<number, Promise<number | undefined>>()
  let isStopping = false

  /**
   * Starts a process, unless one with this number is starting, and waits until it serves.
   * @returns its exit code if it ended instead
   */
  function start(number: number): Promise<number | undefined> {
    const current = starting.get(number)
    if (current !== undefined) return current
    const started = fork(number).finally(() => starting.delete(number))
    starting.set(number, started)
    return started
  }

  async function fork(number: number): Promise<number | undefined> {
    const worker = cluster.fork({ PROCESS_NUMBER: String(number) })
    const code = await outcomeOf(worker)
    if (code !== undefined) return code
    workers.set(number, worker)
    const startedAt = Date.now()
    worker.once('exit', () => {
      if (workers.get(number) !== worker) return
      workers.delete(number)
      void restart(number, Date.now() - startedAt < STABLE_MS ? FIRST_PAUSE_MS : 0)
    })
    return undefined
  }

  async function restart(number: number, pauseMs: number): Promise<void> {
    if (isStopping) return
    await sleep(pauseMs)
    if (isStopping || workers.has(number)) return
    const code = await start(number)
    if (code !== undefined)
      await restart(number, Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2)))
  }

  async function replaceAll(): Promise<void> {
    for (let number = 1; number <= count; number += 1) {
      await starting.get(number)
      if (isStopping) return
      const old = workers.get(number)
      const code = await start(number)
      // The new version does not start: the old processes stay.
      if (code !== undefined) return
      if (old) await end(old)
    }
  }

  let isReplacing = false
  async function replace(): Promise<void> {
    if (isReplacing) return
    isReplacing = true
    await replaceAll()
    isReplacing = false
  }

  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    await Promise.all(Object.values(cluster.workers ?? {}).map(worker => worker && end(worker)))
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  process.on('SIGUSR2', () => void replace())

  for (let number = 1; number <= count; number += 1) {
    // The first one migrates the database; it says why it can't start.
    const code = await start(number)
    if (code !== undefined && !isStopping) process.exit(code || 1)
  }
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = new Promise(resolve => worker.once('exit', resolve))
  worker.process.kill('SIGTERM')
  await ended
}
