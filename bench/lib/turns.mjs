import { spawnSync } from 'node:child_process'
import { turned } from './figures.mjs'
import { cpuSeconds } from './process-figures.mjs'

const variantsOf = ({ adapter }, work) => adapter.variants?.[work] ?? [{ title: adapter.title }]

/**
 * Runs the same work for every peer once per round, one after the other, so that noise affects all equally.
 * Unwritten data is flushed to disk first, so that it does not slow down the next peer.
 * @param work selects the variants of a peer, each of which takes its own turns
 * @param turn one turn of one peer; reports each figure by the id of its table
 * @returns the rows of each table
 */
export async function takeTurns({ work, peers, options, say }, turn) {
  const players = peers.flatMap((peer, peerIndex) =>
    variantsOf(peer, work).map((variant, index) => ({
      peer,
      variant,
      key: `${peerIndex}.${index}`,
    })),
  )
  const tables = {}
  for (let round = 0; round < options.rounds; round += 1) {
    say(`  round ${round + 1} of ${options.rounds}`)
    for (const player of turned(players, round)) {
      spawnSync('sync')
      await turn({ ...player, round, record: (id, figures) => record(tables, id, player, figures) })
    }
  }
  return Object.fromEntries(
    Object.entries(tables).map(([id, rows]) => [
      id,
      players.flatMap(({ key }) => rows.get(key) ?? []),
    ]),
  )
}

/** Runs work against a server. @returns its result and the CPU time that the server used */
export async function withCpu({ pid }, work) {
  const before = cpuSeconds(pid)
  const result = await work()
  return { ...result, cpu: cpuSeconds(pid) - before }
}

function record(tables, id, { key, peer, variant }, { value, cpuMs }) {
  tables[id] ??= new Map()
  const { name, durable } = peer.adapter
  const empty = { name, title: variant.title, durable, values: [], cpuMs: [] }
  const row = tables[id].get(key) ?? empty
  row.values.push(value)
  if (cpuMs !== undefined) row.cpuMs.push(cpuMs)
  tables[id].set(key, row)
}
