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

function formOf({ content = '', ...fields }: UploadFields): Response {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.set(name, String(value))
  form.set('file', new Blob([content]), 'blob')
  return new Response(form)
}

/** Starts an upload and sends all but its last bytes. */
export async function pauseUpload(client: TestClient, fields: UploadFields): Promise<PausedUpload> {
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
  const splitAt = body.length - 64
  await new Promise<void>(sent => outgoing.write(body.subarray(0, splitAt), () => sent()))
  return {
    async finish() {
      outgoing.end(body.subarray(splitAt))
      const answer = await answered
      await text(answer)
      return answer.statusCode ?? 0
    },
    abandon: () => void outgoing.destroy(),
  }
}

export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await nextTurn()
}
