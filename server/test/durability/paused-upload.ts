import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TestClient, UploadFields } from '../test-client.ts'

/** As browsers do: a connection is kept for the next request. */
const agent = new Agent({ keepAlive: true })

export interface LockedUpload {
  /** Sends the rest; resolves with the answer's status. */
  finish: () => Promise<number>
  /** Hangs up. */
  abandon: () => void
}

function formOf({ content = '', ...fields }: UploadFields): Response {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.set(name, String(value))
  form.set('file', new Blob([content]), 'blob')
  return new Response(form)
}

/** An upload of which all but the last bytes have been sent. */
export async function lockUpload(client: TestClient, fields: UploadFields): Promise<LockedUpload> {
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
  // A server that ends may hang up before anybody asks for the answer.
  answered.catch(() => undefined)
  const half = body.length - 64
  await new Promise<void>(sent => outgoing.write(body.subarray(0, half), () => sent()))
  return {
    async finish() {
      outgoing.end(body.subarray(half))
      const answer = await answered
      await text(answer)
      return answer.statusCode ?? 0
    },
    abandon: () => void outgoing.destroy(),
  }
}

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextTurn()
}
