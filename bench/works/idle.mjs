import { setTimeout as pause } from 'node:timers/promises'
import { MIB, median } from '../lib/figures.mjs'
import { residentMemory } from '../lib/process-figures.mjs'

const STARTS = 5
const QUIET_MS = 10_000

/** Measures starts with existing data, and the memory of an idle server. */
export async function idle({ stage, adapters, say }) {
  const starts = []
  const memory = []
  for (const adapter of adapters) {
    say(`  ${adapter.title}`)
    const name = `${adapter.name}-idle`
    const first = await stage.start(adapter, name)
    await first.client({ kind: 'small', round: 0, files: 20, connections: 1 })
    await first.stop()
    const { startsMs, last } = await startAgain(stage, adapter, name)
    await last.client({ kind: 'requests', list: adapter.visit?.(last.session) ?? [] })
    await pause(QUIET_MS)
    const row = { name: adapter.name, title: adapter.title, durable: adapter.durable }
    starts.push({ ...row, values: [median(startsMs)], all: startsMs })
    memory.push({ ...row, values: [residentMemory(last.pid) / MIB] })
    await last.stop()
  }
  return [
    {
      id: 'start',
      title: 'Time from start to first response',
      unit: 'ms',
      rows: starts,
      less: true,
    },
    { id: 'idle', title: 'Resident memory when idle', unit: 'MiB', rows: memory, less: true },
  ]
}

async function startAgain(stage, adapter, name) {
  const startsMs = []
  let last
  for (let count = 0; count < STARTS; count += 1) {
    await last?.stop()
    last = await stage.start(adapter, name)
    startsMs.push(last.startMs)
  }
  return { startsMs, last }
}
