import { coffer } from '../adapters/coffer.mjs'
import { GIB } from '../lib/content.mjs'
import { MIB } from '../lib/figures.mjs'
import { watchPeak } from '../lib/process-figures.mjs'

const SIZE = 2 * GIB

/** Measures peak memory while 2 GiB are uploaded in chunks and downloaded again. */
export async function memory({ stage, say }) {
  const peer = await stage.start(coffer, 'coffer-memory')
  const { durable, name } = coffer
  say('  up')
  const [up, { path }] = await peak(peer, { kind: 'upload', name: 'two-gib.bin', size: SIZE })
  say('  down')
  const [down] = await peak(peer, { kind: 'download', path, size: SIZE })
  await peer.stop()
  return [
    {
      id: 'memory',
      title: 'Highest resident memory, 2 GiB in chunks of 8 MiB',
      unit: 'MiB',
      less: true,
      rows: [
        { name, title: 'Coffer, up', durable, values: [up / MIB] },
        { name, title: 'Coffer, down', durable, values: [down / MIB] },
      ],
    },
  ]
}

async function peak(peer, task) {
  const stop = watchPeak(peer.pid)
  const result = await peer.client(task)
  return [stop(), result]
}
