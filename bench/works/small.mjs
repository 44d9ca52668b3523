import { SMALL_BYTES } from '../lib/content.mjs'
import { takeTurns, withCpu } from '../lib/turns.mjs'

const CONNECTIONS = 6
const WARM_UP_FILES = 300

/** Uploads 10 KiB files over a few kept-alive connections; Coffer also with many per request. */
export async function small({ peers, options, say }) {
  const { files, rounds } = options
  const task = { kind: 'small', connections: CONNECTIONS }
  for (const peer of peers) await peer.client({ ...task, round: rounds, files: WARM_UP_FILES })
  const rows = await takeTurns(
    { work: 'small', peers, options, say },
    async ({ peer, variant, round, record }) => {
      const work = () => peer.client({ ...task, variant, round, files })
      const { seconds, cpu } = await withCpu(peer, work)
      record('small', { value: files / seconds, cpuMs: (cpu * 1000) / files })
    },
  )
  return [
    {
      id: 'small',
      title: `Files of ${SMALL_BYTES / 1024} KiB up, ${CONNECTIONS} connections`,
      unit: 'files/s',
      cpuUnit: 'CPU ms per file',
      rows: rows.small,
    },
  ]
}
