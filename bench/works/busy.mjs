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
/** Users do not request the next page immediately. */
const BETWEEN_MS = 5

/** Measures the time for a page of a folder during many large uploads and without uploads. */
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
    turn.record('busy-p50', { value: percentile(times, 50) })
    turn.record('busy-p95', { value: percentile(times, 95) })
  })
  for (const peer of peers) await peer.stop()
  return [
    tableOf('busy-p50', 'Half of the pages of 50 within', rows),
    tableOf('busy-p95', '95 of 100 pages of 50 within', rows),
  ]
}

/** The server's CPU time includes the uploads, so it is not reported. */
const tableOf = (id, title, rows) => ({
  id,
  title,
  unit: 'ms',
  less: true,
  rows: rows[id].map(({ cpuMs, ...row }) => row),
})

const whileIdle = ({ peer }) => timesOf(peer, countTo(IDLE_PAGES))

async function whileUploading({ peer, variant, round }) {
  const task = { kind: 'uploads', name: `busy-${round}`, size: EACH, connections: variant.uploads }
  let isFinished = false
  const started = Promise.withResolvers()
  const uploading = peer.client(task, started.resolve).finally(() => {
    isFinished = true
  })
  await Promise.race([started.promise, uploading])
  const times = await timesOf(peer, () => !isFinished)
  const { paths } = await uploading
  const list = paths.flatMap(path => peer.adapter.remove(peer.session, path))
  await peer.client({ kind: 'requests', list })
  return times
}

/** Requests one page after the other over one connection, like a user who browses a folder. */
async function timesOf({ origin, request: page }, shouldContinue) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const request = { method: 'GET', path: page.url.slice(origin.length), headers: page.headers }
  const times = []
  while (shouldContinue()) {
    const startedAt = performance.now()
    await send(agent, origin, request)
    times.push(performance.now() - startedAt)
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
