import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { nodeBinary, root } from '../../scripts/lib/paths.mjs'
import { coffer } from '../adapters/coffer.mjs'
import { callsOf } from '../lib/coffer-calls.mjs'
import { takeTurns, withCpu } from '../lib/turns.mjs'

const PICTURES = 20
const POLL_MS = 50

/** Measures thumbnails of 12 megapixel photographs, from the last upload to the last thumbnail, compared with sharp alone. */
export async function thumbnails({ stage, options, say }) {
  const peers = [await cofferPeer(stage), barePeer()]
  const rows = await takeTurns({ peers, options, say }, async ({ peer, round, record }) => {
    const work = () => peer.shrink(round)
    const { seconds, cpu } = peer.pid ? await withCpu(peer, work) : await work()
    record('thumbnails', { value: PICTURES / seconds, cpuMs: (cpu * 1000) / PICTURES })
  })
  await peers[0].stop()
  return [
    {
      id: 'thumbnails',
      title: `${PICTURES} photographs of 12 megapixels made smaller`,
      unit: 'pictures/s',
      cpuUnit: 'CPU ms per picture',
      rows: rows.thumbnails,
    },
  ]
}

/** Returns different images, so that no preview exists yet. */
async function photographs(round) {
  const sharp = createRequire(join(root, 'server', 'package.json'))('sharp')
  const pictures = []
  for (let index = 0; index < PICTURES; index += 1) {
    const background = { r: index * 12, g: (round * 40) % 256, b: 120 }
    const noise = { type: 'gaussian', mean: 128, sigma: 6 }
    const create = { width: 4000, height: 3000, channels: 3, background, noise }
    const content = await sharp({ create }).jpeg({ quality: 60 }).toBuffer()
    pictures.push({ name: `photo-${round}-${index}.jpg`, size: content.length, pieces: [content] })
  }
  return pictures
}

async function cofferPeer(stage) {
  const peer = await stage.start(coffer, 'coffer-thumbnails')
  const calls = callsOf(peer)
  const isReady = async id => {
    const headers = peer.session.reading
    const answer = await fetch(`${peer.origin}/api/browse/folders/${id}?page=1`, { headers })
    const { data } = await answer.json()
    return data.length === PICTURES && data.every(item => item.attributes.thumbnail !== null)
  }
  return {
    ...peer,
    adapter: { ...coffer, variants: undefined },
    async shrink(round) {
      const pictures = await photographs(round)
      const id = await calls.makeFolder(`Photos ${round}`)
      const startedAt = performance.now()
      await calls.upload(pictures, id, 1)
      while (!(await isReady(id))) await pause(POLL_MS)
      return { seconds: (performance.now() - startedAt) / 1000 }
    },
    async stop() {
      calls.close()
      await peer.stop()
    },
  }
}

/** Runs sharp alone in one process, with the same sizes as Coffer. */
function barePeer() {
  const program = join(import.meta.dirname, '..', 'lib', 'bare-sharp.mjs')
  return {
    adapter: { name: 'sharp', title: 'sharp alone, one process', durable: false },
    async shrink(round) {
      const child = spawnSync(nodeBinary, [program], {
        input: packed((await photographs(round)).map(({ pieces: [content] }) => content)),
        encoding: 'utf8',
      })
      if (child.status !== 0) throw new Error(`sharp failed: ${child.stderr}`)
      return JSON.parse(child.stdout)
    },
  }
}

/** Prefixes each image with its length. */
const packed = contents =>
  Buffer.concat(
    contents.flatMap(content => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(content.length)
      return [length, content]
    }),
  )
