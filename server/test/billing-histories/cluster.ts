import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../durability/seeded.ts'
import type { Figures } from './figures.ts'
import { type HistoryServer, Killed, startHistoryServer } from './servers.ts'
import type { Timeline } from './timeline.ts'

const MAX_KILL_DELAY_MS = 150

export type Cluster = Awaited<ReturnType<typeof startCluster>>

interface Options {
  count: number
  env: Record<string, string>
  program: string | undefined
  random: Random
  timeline: Timeline
  figures: Figures
  onFault: (fault: string) => void
}

/** Server processes on one database and one clock. */
export async function startCluster(options: Options) {
  const { count, env, program, random, timeline, figures, onFault } = options
  const start = () =>
    startHistoryServer({ ...env, STARTS_AT: String(timeline.now()) }, onFault, program)
  const servers = await Promise.all(Array.from({ length: count }, start))
  const at = (index: number): HistoryServer => {
    const server = servers[index]
    if (!server) throw new Error(`There is no server ${index}.`)
    return server
  }
  const pick = () => at(random.below(count))
  return {
    pick,
    async moveTo(time: number): Promise<void> {
      const passed = time - timeline.now()
      timeline.moveTo(time)
      await Promise.all(servers.map(server => server.call('setClock', time)))
      await at(0).call('moveQueue', passed)
    },
    /** Runs recurring work and queued jobs, in one process or in all at once. */
    async work(names: readonly string[]): Promise<void> {
      const working = random.oneIn(3) ? servers : [pick()]
      await Promise.all(working.map(server => unlessKilled(server.call('work', names))))
    },
    /** Kills one process while it works, and starts another. */
    async killOne(): Promise<void> {
      const index = random.below(count)
      await wait(random.below(MAX_KILL_DELAY_MS))
      await at(index).kill()
      figures.kills += 1
      servers[index] = await start()
    },
    stop: () => Promise.all(servers.map(server => server.kill())),
  }
}

async function unlessKilled(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}
