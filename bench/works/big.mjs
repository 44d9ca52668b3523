import { bigFile, GIB, hashOf } from '../lib/content.mjs'
import { MIB } from '../lib/figures.mjs'
import { takeTurns, withCpu } from '../lib/turns.mjs'

/** One large file up and down again over one connection; its bytes are compared once. */
export async function big({ peers, options, say }) {
  const size = options.big * MIB
  const expected = hashOf(bigFile('expected', size))
  const figures = ({ seconds, cpu }) => ({
    value: size / MIB / seconds,
    cpuMs: (cpu * 1000 * MIB) / size,
  })
  const rows = await takeTurns(
    { work: 'big', peers, options, say },
    async ({ peer, variant, round, note }) => {
      const name = `big-${round}.bin`
      const up = await withCpu(peer, () => peer.client({ kind: 'upload', variant, name, size }))
      note('up', figures(up))
      const { place } = up
      const down = await withCpu(peer, () => peer.client({ kind: 'download', place, size }))
      // However it was sent, the file is the same: coming down is told of once.
      if (variant.checksums !== false) note('down', figures(down))
      if (round === 0) await requireHash(peer, place, expected)
      await peer.client({ kind: 'requests', list: peer.adapter.remove(peer.session, place) })
    },
  )
  const what = size % GIB === 0 ? `${size / GIB} GiB` : `${options.big} MiB`
  const table = { unit: 'MiB/s', cpuUnit: 'CPU ms a MiB' }
  return [
    { id: 'big-up', title: `A file of ${what} up`, ...table, rows: rows.up },
    { id: 'big-down', title: `A file of ${what} down`, ...table, rows: rows.down },
  ]
}

async function requireHash(peer, place, expected) {
  const { hash } = await peer.client({ kind: 'hash', place })
  if (hash !== expected) throw new Error(`${peer.adapter.title} gave other bytes back`)
}
