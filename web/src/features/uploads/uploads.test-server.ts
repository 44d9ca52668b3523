import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '../../lib/new-id.ts'
import { NO_HANDLES } from './file-handles.ts'
import { multipartBody } from './multipart-body.ts'
import type { BatchPart, Transport, UploadResponse, UploadTask } from './uploads.types.ts'

/** A request that the server received. */
export interface ReceivedChunk {
  form: Record<string, string>
  bytes: Buffer
  /** The files of a batch, in order. */
  files: Buffer[]
}
interface Batches {
  /** The file names of each batch. */
  names: string[][]
  /** Problems of single files of a batch, by name. */
  rejections: Map<string, ReturnType<typeof problem>>
}

/** A small in-memory server of the upload protocol. */
export async function startUploadServer() {
  const received = new Map<string, Buffer>()
  const finished = new Map<string, Buffer>()
  const chunks: ReceivedChunk[] = []
  const failures: ServerFailure[] = []
  const cancelled: string[] = []
  const batches: Batches = { names: [], rejections: new Map() }

  async function receiveChunk(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunk = await readChunk(request)
    chunks.push(chunk)
    // A failure answers by itself, or drops the connection.
    if (failures.shift()?.(chunk, response)) return
    if (request.url?.endsWith('/batch'))
      send(response, 200, { data: storeBatch(chunk, batches, finished) })
    else storeChunk(chunk, response)
  }

  function storeChunk(
    { form, bytes }: Pick<ReceivedChunk, 'form' | 'bytes'>,
    response: ServerResponse,
  ): void {
    const id = form.upload_id ?? ''
    const before = received.get(id) ?? Buffer.alloc(0)
    const isNext = Number(form.offset) === before.length
    const content = isNext ? Buffer.concat([before, bytes]) : before
    received.set(id, content)
    if (isNext && form.is_last === 'true') finished.set(id, content)
    if (finished.has(id)) send(response, 201, itemReply(id, form.filename))
    else if (isNext) send(response, 200, uploadReply(id, content.length, Number(form.size)))
    else send(response, 409, conflict(content.length))
  }

  const server = createServer((request, response) => {
    allowCors(request, response)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    if (request.method === 'POST') return void receiveChunk(request, response)
    const id = request.url?.split('/').at(-1) ?? ''
    if (request.method === 'DELETE') cancelled.push(id)
    const content = finished.has(id) ? undefined : received.get(id)
    if (content) send(response, 200, uploadReply(id, content.length, null))
    else send(response, 404, problem(404, 'upload.not_found'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    finished,
    chunks,
    failures,
    cancelled,
    batches: batches.names,
    rejections: batches.rejections,
    close: () => new Promise(resolve => server.close(resolve).closeAllConnections()),
  }
}
export type UploadServer = Awaited<ReturnType<typeof startUploadServer>>

/** @returns the result of each file */
function storeBatch(
  { form, files }: ReceivedChunk,
  { names, rejections }: Batches,
  finished: Map<string, Buffer>,
) {
  const entries: { upload_id: string; filename: string }[] = JSON.parse(form.manifest ?? '[]')
  names.push(entries.map(({ filename }) => filename))
  return entries.map(({ upload_id, filename }, index) => {
    const rejection = rejections.get(filename)
    if (rejection) return { upload_id, item: null, problem: rejection }
    finished.set(upload_id, files[index] ?? Buffer.alloc(0))
    return { upload_id, item: itemReply(upload_id, filename).data, problem: null }
  })
}

/** Requests of jsdom come from another origin and send a CORS preflight first. */
function allowCors(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After')
  const requestedHeaders = request.headers['access-control-request-headers']
  if (requestedHeaders) response.setHeader('Access-Control-Allow-Headers', requestedHeaders)
}

async function readChunk(request: IncomingMessage): Promise<ReceivedChunk> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  // In latin1 each character is one byte.
  const body = Buffer.concat(pieces).toString('latin1')
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
  const form: Record<string, string> = {}
  const files: Buffer[] = []
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n')
    const content = Buffer.from(part.slice(end + 4, -2), 'latin1')
    const name = /name="([^"]*)"/.exec(part.slice(0, end))?.[1] ?? ''
    if (name === 'file') files.push(content)
    else form[name] = content.toString('utf8')
  }
  return { form, bytes: files[0] ?? Buffer.alloc(0), files }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

export const problem = (status: number, code: string, extra: object = {}) => ({
  type: 'about:blank',
  title: `Title of ${code}`,
  status,
  detail: `Detail of ${code}`,
  message: `Detail of ${code}`,
  code,
  ...extra,
})

const conflict = (offset: number) =>
  problem(409, 'upload.offset_conflict', { expected_offset: offset })

const at = '2026-11-20T08:00:00.000Z'

const uploadReply = (id: string, received: number, size: number | null) => ({
  data: {
    id,
    type: 'upload',
    attributes: {
      received_bytes: received,
      size_bytes: size,
      name: 'name',
      path: '',
      parent_id: null,
      filename: 'name',
      modified_at: null,
      device: null,
      created_at: at,
      updated_at: at,
    },
  },
})

const itemReply = (id: string, name = 'name') => ({
  data: {
    id,
    type: 'file',
    attributes: {
      item_id: id,
      name,
      original_name: null,
      parent_id: null,
      color: null,
      emoji: null,
      items: null,
      size_bytes: 1,
      mimetype: null,
      category: null,
      file_url: null,
      tipo_id: null,
      tipo_nombre: null,
      subcategory_id: null,
      created_at: at,
      updated_at: at,
      is_favourite: false,
      thumbnail: null,
      deleted_at: null,
    },
    relationships: { owner: { data: null }, creator: { data: null }, favourites: { data: [] } },
    meta: { can: { edit: true, move: true, remove: true, download: true } },
  },
})

/** A transport to that server by `fetch`, for tests above the browser's XMLHttpRequest. */
export function fetchTransport(url: string): Transport {
  const call = async (path: string, init: RequestInit): Promise<UploadResponse> => {
    try {
      const response = await fetch(url + path, init)
      const body = await response.json().catch(() => undefined)
      return { status: response.status, body, retryAfterMs: null }
    } catch {
      return { status: 0, body: undefined, retryAfterMs: null }
    }
  }
  return {
    send: (form, chunk, { signal, onProgress }) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(form)) body.append(name, value)
      body.append('file', chunk)
      onProgress(chunk.size)
      return call('/api/upload', { method: 'POST', body, signal })
    },
    sendBatch: (form, parts: readonly BatchPart[], { signal, onProgress }) => {
      const manifest = JSON.stringify(parts.map(({ entry }) => entry))
      const files = parts.map(({ bytes }) => bytes)
      const body = multipartBody({ ...form, manifest }, files)
      onProgress(parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0))
      return call('/api/upload/batch', { method: 'POST', body, signal })
    },
    getStatus: (id, signal) => call(`/api/upload/${id}`, { signal }),
    discard: id => void call(`/api/upload/${id}`, { method: 'DELETE' }),
    createFolder: async () => ({ status: 200, body: undefined, retryAfterMs: null }),
  }
}

export const sha256 = (bytes: ArrayBuffer | Buffer): string =>
  createHash('sha256')
    .update(Buffer.from(bytes as ArrayBuffer))
    .digest('base64')

export function fileTask(bytes: Buffer, change: Partial<UploadTask> = {}): UploadTask {
  const name = change.name ?? 'pier.bin'
  return {
    id: newId(),
    file: new File([new Uint8Array(bytes)], name),
    name,
    path: '',
    parentId: null,
    size: bytes.length,
    sent: 0,
    state: 'waiting',
    begun: false,
    failure: null,
    onConflict: 'rename',
    unbatchable: false,
    handles: NO_HANDLES,
    ...change,
  }
}

/** Checks again after each turn of the event loop. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve))
}

type ServerFailure = (chunk: ReceivedChunk, response: ServerResponse) => boolean

/** Answers with an error instead of storing the chunk. */
export const answerWith =
  (status: number, body: unknown): ServerFailure =>
  (_, response) => {
    send(response, status, body)
    return true
  }

export const abortConnection: ServerFailure = (_, response) => {
  response.destroy()
  return true
}
