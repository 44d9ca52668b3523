import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { nginx } from '../adapters/nginx.mjs'
import { MIB, percentile } from '../lib/figures.mjs'
import { send } from '../lib/http.mjs'
import { takeTurns } from '../lib/turns.mjs'
import { seeded, withStaticFile } from './listing.mjs'

const UPLOADS = 20
const EACH = 48 * MIB
const FILES = 1000
const IDLE_PAGES = 300
/** A person does not ask for the next page in the moment that this one is there. */
const BETWEEN_MS = 5

/** How soon a page of a folder is there while many large files come in, beside the same when nothing does. */
export async function busy({ stage, options, say, isSelected }) {
  const peers = [await seeded(stage, FILES)]
  if (isSelected(nginx)) peers.push(await withStaticFile(stage))
  for (const { adapter } of peers)
    adapter.variants = {
      busy: [
        { title: `${adapter.title}, ${UPLOADS} uploads running`, uploads: UPLOADS },
        { title: `${adapter.title}, nothing else`, uploads: 0 },
      ],
    }
  for (const peer of peers) await timesOf(peer, countTo(IDLE_PAGES))
  const rows = await takeTurns({ work: 'busy', peers, options, say }, async turn => {
    const times = turn.variant.uploads > 0 ? await whileUploading(turn) : await whileIdle(turn)
    turn.note('busy-p50', { value: percentile(times, 50) })
    turn.note('busy-p95', { value: percentile(times, 95) })
  })
  for (const peer of peers) await peer.stop()
  return [
    tableOf('busy-p50', 'Half of the pages of 50 within', rows),
    tableOf('busy-p95', '95 of 100 pages of 50 within', rows),
  ]
}

/** What the server does besides is no figure of a page. */
const tableOf = (id, title, rows) => ({
  ...{ id, title, unit: 'ms', less: true },
  rows: rows[id].map(({ cpuMs, ...row }) => row),
})

const whileIdle = ({ peer }) => timesOf(peer, countTo(IDLE_PAGES))

async function whileUploading({ peer, variant, round }) {
  const task = { kind: 'uploads', name: `busy-${round}`, size: EACH, connections: variant.uploads }
  let isOver = false
  const begun = Promise.withResolvers()
  const uploading = peer.client(task, begun.resolve).finally(() => {
    isOver = true
  })
  await Promise.race([begun.promise, uploading])
  const times = await timesOf(peer, () => !isOver)
  const { places } = await uploading
  const list = places.flatMap(place => peer.adapter.remove(peer.session, place))
  await peer.client({ kind: 'requests', list })
  return times
}

/** One page after the other over one connection, as somebody who looks through a folder. */
async function timesOf({ origin, asked }, isToGoOn) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const request = { method: 'GET', path: asked.url.slice(origin.length), headers: asked.headers }
  const times = []
  while (isToGoOn()) {
    const begin = performance.now()
    await send(agent, origin, request)
    times.push(performance.now() - begin)
    await pause(BETWEEN_MS)
  }
  agent.destroy()
  return times
}

function countTo(most) {
  let count = 0
  return () => {
    count += 1
    return count <= most
  }
}
