import { spawnSync } from 'node:child_process'
import { turned } from './figures.mjs'
import { cpuSeconds } from './process-figures.mjs'

const variantsOf = ({ adapter }, work) => adapter.variants?.[work] ?? [{ title: adapter.title }]

/**
 * Lets every peer do the same work once a round, one after the other, so that noise hits all alike.
 * What one has left for the disk to write must not slow the next one down: it is written out first.
 * @param work names the ways of doing it that a peer may have, each of which takes turns of its own
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
      await turn({ ...player, round, note: (id, figures) => note(tables, id, player, figures) })
    }
  }
  return Object.fromEntries(
    Object.entries(tables).map(([id, rows]) => [
      id,
      players.flatMap(({ key }) => rows.get(key) ?? []),
    ]),
  )
}

/** Does a piece of work against a server. @returns its result and the server's CPU time for it */
export async function withCpu({ pid }, work) {
  const before = cpuSeconds(pid)
  const result = await work()
  return { ...result, cpu: cpuSeconds(pid) - before }
}

function note(tables, id, { key, peer, variant }, { value, cpuMs }) {
  tables[id] ??= new Map()
  const { name, durable } = peer.adapter
  const empty = { name, title: variant.title, durable, values: [], cpuMs: [] }
  const row = tables[id].get(key) ?? empty
  row.values.push(value)
  if (cpuMs !== undefined) row.cpuMs.push(cpuMs)
  tables[id].set(key, row)
}
