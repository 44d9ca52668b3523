/**
 * The client process does one task and reports how long it took. All requests are built before the clock
 * starts, and the program is the same for every server.
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

/** Uploads many files over a few connections; each connection takes the next file when it is free. */
async function small({ origin, session, variant, round, files, connections }, adapter) {
  const prepared = inGroups(smallFiles(round, files), variant?.filesPerRequest).map(group => {
    const request =
      variant?.filesPerRequest === undefined
        ? adapter.upload(session, group[0], variant)[0]
        : adapter.uploadMany(session, group, variant)
    // One buffer makes one write per request.
    return { ...request, body: [Buffer.concat(request.body)], file: group.at(-1) }
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

const inGroups = (files, count = 1) =>
  Array.from({ length: Math.ceil(files.length / count) }, (_, index) =>
    files.slice(index * count, (index + 1) * count),
  )

/** Fails when the server returns other bytes than were uploaded. */
async function requireSame(agent, origin, adapter, session, { request, answer }) {
  const pieces = []
  const path = adapter.pathOf(request, answer)
  await send(agent, origin, adapter.download(session, path), piece => pieces.push(piece))
  if (!Buffer.concat(pieces).equals(request.file.pieces[0]))
    throw new Error(`${path} was returned with other content`)
}

async function upload({ origin, session, variant, name, size }, adapter) {
  const prepared = [...adapter.upload(session, bigFile(name, size), variant)]
  const agent = agentOf(1)
  let answer
  const startedAt = performance.now()
  for (const request of prepared) answer = await send(agent, origin, request)
  return { seconds: secondsSince(startedAt), path: adapter.pathOf(prepared.at(-1), answer) }
}

/** Uploads several large files concurrently, each over its own connection. */
async function uploads({ origin, session, name, size, connections }, adapter) {
  const prepared = Array.from({ length: connections }, (_, index) => [
    ...adapter.upload(session, bigFile(`${name}-${index}`, size)),
  ])
  process.send({ isRunning: true })
  return {
    paths: await Promise.all(
      prepared.map(async requests => {
        const agent = agentOf(1)
        let answer
        for (const request of requests) answer = await send(agent, origin, request)
        return adapter.pathOf(requests.at(-1), answer)
      }),
    ),
  }
}

async function download({ origin, session, path, size }, adapter) {
  let bytes = 0
  const startedAt = performance.now()
  await send(agentOf(1), origin, adapter.download(session, path), piece => {
    bytes += piece.length
  })
  const seconds = secondsSince(startedAt)
  if (bytes !== size) throw new Error(`${path} has ${bytes} bytes instead of ${size}`)
  return { seconds }
}

async function hash({ origin, session, path }, adapter) {
  const sum = createHash('sha256')
  const request = adapter.download(session, path)
  await send(agentOf(1), origin, request, piece => sum.update(piece))
  return { hash: sum.digest('hex') }
}

/** Sends requests without measuring them. */
async function requests({ origin, list }) {
  const agent = agentOf(1)
  for (const request of list) await send(agent, origin, request)
  return {}
}

const secondsSince = startedAt => (performance.now() - startedAt) / 1000
