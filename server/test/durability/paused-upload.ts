import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TestClient, UploadFields } from '../test-client.ts'

/** Keeps connections open for the next request, like browsers. */
const agent = new Agent({ keepAlive: true })

export interface PausedUpload {
  /** Sends the rest; resolves with the response status. */
  finish: () => Promise<number>
  /** Closes the connection. */
  abandon: () => void
}

export interface OpenUpload extends PausedUpload {
  /** Sends the content up to a position, with the fields before it. */
  sendUntil: (position: number) => Promise<void>
}

function formOf({ content = '', ...fields }: UploadFields): Response {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.set(name, String(value))
  form.set('file', new Blob([content]), 'blob')
  return new Response(form)
}

/** Starts an upload whose bytes are sent on demand. */
export async function openUpload(client: TestClient, fields: UploadFields): Promise<OpenUpload> {
  const form = formOf(fields)
  const body = Buffer.from(await form.arrayBuffer())
  const outgoing = request(`${client.origin}/api/upload`, {
    agent,
    method: 'POST',
    headers: {
      'content-type': form.headers.get('content-type') ?? '',
      'content-length': body.length,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-requested-with': 'XMLHttpRequest',
      'x-xsrf-token': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
    },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject)
  })
  // A server that shuts down may close the connection before the response is awaited.
  answered.catch(() => undefined)
  const contentStart = body.indexOf('\r\n\r\n', body.indexOf('name="file"')) + 4
  let sentBytes = 0
  return {
    async sendUntil(position) {
      const end = Math.min(contentStart + position, body.length)
      const next = body.subarray(sentBytes, end)
      sentBytes = end
      await new Promise<void>(sent => outgoing.write(next, () => sent()))
    },
    async finish() {
      outgoing.end(body.subarray(sentBytes))
      const answer = await answered
      await text(answer)
      return answer.statusCode ?? 0
    },
    abandon: () => void outgoing.destroy(),
  }
}

/** Starts an upload and sends all but its last bytes. */
export async function pauseUpload(
  client: TestClient,
  fields: UploadFields & { content: Uint8Array<ArrayBuffer> },
): Promise<PausedUpload> {
  const upload = await openUpload(client, fields)
  await upload.sendUntil(fields.content.length - 16)
  return upload
}

export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await nextTurn()
}
