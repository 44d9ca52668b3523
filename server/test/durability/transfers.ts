import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { freePort } from '../free-port.ts'
import type { TestClient } from '../test-client.ts'
import { createInstallation } from './installation.ts'
import { MEGABYTE, memoryOf, resetPeak } from './memory.ts'
import { seededBytes } from './seeded.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const CHUNK_BYTES = 8 * MEGABYTE
const DIFFERENT_CHUNKS = 7
/** Each chunk repeats this many bytes, so that a hundred gibibytes fit into a store that compresses. */
const PATTERN_BYTES = 4 * 1024
const SAMPLE_MS = 100
const RETRY_MS = 1_000
/** A call fails that often only when the server is gone. */
const MAX_ATTEMPTS = 600

/** Kinds of memory of a server, in MiB, at the moment with the most of all. */
export interface MemoryPeak {
  resident: number
  heap: number
  external: number
}

export interface TransferFigures {
  idle: number
  /** By the name of what was done at once. */
  peaks: Record<string, MemoryPeak>
  isSame: boolean
  /** Calls that were answered by 503 or whose connection was lost, and that succeeded later. */
  repeated: number
  /** The errors that the server has logged. */
  errors: string
}

/** Empty when the connection was closed just before the call. */
async function metricsAt(port: number): Promise<Map<string, number>> {
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const text = await read().catch(() => '')
  return new Map(
    [...text.matchAll(/^(nodejs_\w+_bytes) (\d+)$/gm)].map(([, name = '', value]) => [
      name,
      Number(value) / MEGABYTE,
    ]),
  )
}

/** Measures a server while work is done; the kernel's counter misses no peak. */
async function peakDuring(
  server: ServerProcess,
  metricsPort: number,
  work: () => Promise<unknown>,
): Promise<MemoryPeak> {
  await resetPeak(server)
  let heap = 0
  let external = 0
  let isRunning = true
  const sampling = (async () => {
    while (isRunning) {
      const metrics = await metricsAt(metricsPort)
      heap = Math.max(heap, metrics.get('nodejs_heap_size_total_bytes') ?? 0)
      external = Math.max(external, metrics.get('nodejs_external_memory_bytes') ?? 0)
      await sleep(SAMPLE_MS)
    }
  })()
  try {
    await work()
  } finally {
    isRunning = false
    await sampling
  }
  return { resident: (await memoryOf(server, 'VmHWM')) / MEGABYTE, heap, external }
}

let repeatedCalls = 0

/** Repeats a call that the server was too busy for, or whose connection was lost. */
async function repeated<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const answer = await call().catch(() => undefined)
    if (answer !== undefined && answer.status !== 503) return answer
    repeatedCalls += 1
    await sleep(RETRY_MS)
  }
  throw new Error(`A call failed ${MAX_ATTEMPTS} times`)
}

/** The same chunks for each client, because they are sent and not what is measured. */
const chunks = Array.from({ length: DIFFERENT_CHUNKS }, (_, index) =>
  Buffer.alloc(CHUNK_BYTES, seededBytes(`chunk ${index}`, PATTERN_BYTES)),
)

/** A chunk of a file at an offset, which is a multiple of the size of chunks. */
function chunkAt(offset: number, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const chunk = chunks[(offset / CHUNK_BYTES) % DIFFERENT_CHUNKS]
  if (!chunk) throw new Error(`No chunk begins at ${offset}`)
  return chunk.subarray(0, sizeBytes - offset)
}

/** Uploads a file in chunks, one after the other. @returns its URL */
async function send(client: TestClient, name: string, sizeBytes: number): Promise<string> {
  const upload_id = randomUUID()
  for (let offset = 0; ; ) {
    const content = chunkAt(offset, sizeBytes)
    const is_last = offset + content.length === sizeBytes
    const fields = { filename: name, upload_id, size: sizeBytes, offset, is_last, content }
    const answer = await repeated(() => client.upload(fields))
    // biome-ignore lint/suspicious/noExplicitAny: an upload, an item or a problem.
    const body = answer.body as any
    if (answer.status === 201) return body.data.attributes.file_url
    // After an answer that was lost the bytes are there.
    if (answer.status === 409) offset = body.expected_offset
    else if (answer.status === 200) offset += content.length
    else throw new Error(`${answer.status} ${JSON.stringify(body)}`)
  }
}

function checksumOf(sizeBytes: number): number {
  let sum = 0
  for (let offset = 0; offset < sizeBytes; offset += CHUNK_BYTES)
    sum = crc32(chunkAt(offset, sizeBytes), sum)
  return sum
}

/** Reads a file without keeping it, from its beginning after a lost connection. @returns its CRC-32 */
async function receive(client: TestClient, url: string): Promise<number> {
  const { sum } = await repeated(async () => {
    const { status, body } = await client.fetch(url)
    let sum = 0
    for await (const part of body ?? []) sum = crc32(part, sum)
    return { status, sum }
  })
  return sum
}

/**
 * Memory of a server while several clients upload a large file each, then download it, and then do both
 * at once; or, `atOnce`, only both, with all downloads of one file, because the first two take as long.
 */
export async function measureTransfers(
  clientCount: number,
  sizeBytes: number,
  atOnce: boolean,
): Promise<TransferFigures> {
  const installation = await createInstallation(1)
  const metricsPort = await freePort()
  const server = await startServer({ ...installation.env, METRICS_PORT: String(metricsPort) })
  try {
    const [person] = installation.people
    if (!person) throw new Error('No test user exists')
    const client = await person.clientAt(server.origin)
    const idle = (await memoryOf(server, 'VmRSS')) / MEGABYTE
    const clients = Array.from({ length: clientCount }, (_, index) => index)
    const sendAll = (kind: string) =>
      Promise.all(clients.map(index => send(client, `${kind}-${index}.bin`, sizeBytes)))
    const expected = checksumOf(sizeBytes)
    let isSame = true
    async function receiveAll(): Promise<void> {
      const sums = await Promise.all(urls.map(url => receive(client, url)))
      isSame &&= sums.every(sum => sum === expected)
    }
    let urls: string[] = []
    const peaks: Record<string, MemoryPeak> = {}
    const measure = async (name: string, work: () => Promise<unknown>) => {
      peaks[name] = await peakDuring(server, metricsPort, work)
    }
    if (atOnce) {
      const url = await send(client, 'first.bin', sizeBytes)
      urls = clients.map(() => url)
    } else {
      await measure('up', async () => {
        urls = await sendAll('first')
      })
      await measure('down', receiveAll)
    }
    await measure('both', () => Promise.all([sendAll('second'), receiveAll()]))
    const { errors } = await server.stop()
    return { idle, peaks, isSame, repeated: repeatedCalls, errors }
  } finally {
    await server.kill()
    await installation.remove()
  }
}
