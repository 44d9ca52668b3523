import { bigFile, GIB, hashOf } from '../lib/content.mjs'
import { MIB } from '../lib/figures.mjs'
import { takeTurns, withCpu } from '../lib/turns.mjs'

/** Uploads and downloads one large file over one connection; its bytes are compared once. */
export async function big({ peers, options, say }) {
  const size = options.big * MIB
  const expected = hashOf(bigFile('expected', size))
  const figures = ({ seconds, cpu }) => ({
    value: size / MIB / seconds,
    cpuMs: (cpu * 1000 * MIB) / size,
  })
  const rows = await takeTurns(
    { work: 'big', peers, options, say },
    async ({ peer, variant, round, record }) => {
      const name = `big-${round}.bin`
      const up = await withCpu(peer, () => peer.client({ kind: 'upload', variant, name, size }))
      record('up', figures(up))
      const { path } = up
      const down = await withCpu(peer, () => peer.client({ kind: 'download', path, size }))
      // Downloads are the same for both variants, so only one is reported.
      if (variant.checksums !== false) record('down', figures(down))
      if (round === 0) await requireHash(peer, path, expected)
      await peer.client({ kind: 'requests', list: peer.adapter.remove(peer.session, path) })
    },
  )
  const what = size % GIB === 0 ? `${size / GIB} GiB` : `${options.big} MiB`
  const table = { unit: 'MiB/s', cpuUnit: 'CPU ms per MiB' }
  return [
    { id: 'big-up', title: `A file of ${what} up`, ...table, rows: rows.up },
    { id: 'big-down', title: `A file of ${what} down`, ...table, rows: rows.down },
  ]
}

async function requireHash(peer, path, expected) {
  const { hash } = await peer.client({ kind: 'hash', path })
  if (hash !== expected) throw new Error(`${peer.adapter.title} returned other bytes`)
}
