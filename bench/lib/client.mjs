/**
 * The client: a process of its own that does one task and reports how long it took. Everything it
 * sends is built before the clock starts, and it is the same program for every server.
 */
import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import { adapterNamed } from '../adapters/all.mjs'
import { bigFile, smallFiles } from './content.mjs'
import { send } from './http.mjs'

const tasks = { small, upload, uploads, download, hash, requests }

process.once('message', async task => {
  try {
    const result = await tasks[task.kind](task, adapterNamed(task.adapter))
    process.send({ result }, () => process.exit())
  } catch (error) {
    process.send({ error: error.message }, () => process.exit())
  }
})

const agentOf = maxSockets => new Agent({ keepAlive: true, maxSockets })

/** Many files at once over a few connections; each connection takes the next file as it gets free. */
async function small({ origin, session, variant, round, files, connections }, adapter) {
  const prepared = together(smallFiles(round, files), variant?.filesARequest).map(some => {
    const request =
      variant?.filesARequest === undefined
        ? adapter.upload(session, some[0], variant)[0]
        : adapter.uploadMany(session, some, variant)
    // One buffer, so that a request is one write.
    return { ...request, body: [Buffer.concat(request.body)], file: some.at(-1) }
  })
  const agent = agentOf(connections)
  let next = 0
  let last
  async function work() {
    while (next < prepared.length) {
      const request = prepared[next]
      next += 1
      last = { request, answer: await send(agent, origin, request) }
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, work))
  const seconds = secondsSince(startedAt)
  await requireSame(agent, origin, adapter, session, last)
  return { seconds }
}

const together = (files, count = 1) =>
  Array.from({ length: Math.ceil(files.length / count) }, (_, index) =>
    files.slice(index * count, (index + 1) * count),
  )

/** A server that answers and keeps something else is not to win. */
async function requireSame(agent, origin, adapter, session, { request, answer }) {
  const pieces = []
  const place = adapter.placeOf(request, answer)
  await send(agent, origin, adapter.download(session, place), piece => pieces.push(piece))
  if (!Buffer.concat(pieces).equals(request.file.pieces[0]))
    throw new Error(`${place} came back changed`)
}

async function upload({ origin, session, variant, name, size }, adapter) {
  const prepared = [...adapter.upload(session, bigFile(name, size), variant)]
  const agent = agentOf(1)
  let answer
  const startedAt = performance.now()
  for (const request of prepared) answer = await send(agent, origin, request)
  return { seconds: secondsSince(startedAt), place: adapter.placeOf(prepared.at(-1), answer) }
}

/** Large files at once, each over a connection of its own. */
async function uploads({ origin, session, name, size, connections }, adapter) {
  const prepared = Array.from({ length: connections }, (_, index) => [
    ...adapter.upload(session, bigFile(`${name}-${index}`, size)),
  ])
  process.send({ isUnderWay: true })
  return {
    places: await Promise.all(
      prepared.map(async requests => {
        const agent = agentOf(1)
        let answer
        for (const request of requests) answer = await send(agent, origin, request)
        return adapter.placeOf(requests.at(-1), answer)
      }),
    ),
  }
}

async function download({ origin, session, place, size }, adapter) {
  let bytes = 0
  const startedAt = performance.now()
  await send(agentOf(1), origin, adapter.download(session, place), piece => {
    bytes += piece.length
  })
  const seconds = secondsSince(startedAt)
  if (bytes !== size) throw new Error(`${place} has ${bytes} bytes instead of ${size}`)
  return { seconds }
}

async function hash({ origin, session, place }, adapter) {
  const sum = createHash('sha256')
  const request = adapter.download(session, place)
  await send(agentOf(1), origin, request, piece => sum.update(piece))
  return { hash: sum.digest('hex') }
}

/** Requests that nobody times. */
async function requests({ origin, list }) {
  const agent = agentOf(1)
  for (const request of list) await send(agent, origin, request)
  return {}
}

const secondsSince = startedAt => (performance.now() - startedAt) / 1000
