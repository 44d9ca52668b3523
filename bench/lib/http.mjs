import { once } from 'node:events'
import http from 'node:http'

/**
 * Sends one request with a body in pieces, over a kept-alive connection.
 * @param onBytes receives the response bytes, which are then not collected
 */
export async function send(agent, origin, { method, path, headers = {}, body = [] }, onBytes) {
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  const framing = method === 'GET' ? {} : { 'content-length': length }
  const request = http.request(origin + path, {
    agent,
    method,
    headers: { ...headers, ...framing },
  })
  const answered = once(request, 'response')
  answered.catch(() => undefined)
  const last = body.length - 1
  for (const [index, piece] of body.entries()) {
    if (index === last) break
    if (!request.write(piece)) await Promise.race([once(request, 'drain'), answered])
  }
  request.end(body[last])
  const [response] = await answered
  const text = await readBody(response, onBytes)
  if (response.statusCode < 200 || response.statusCode > 299)
    throw new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 300)}`)
  return { status: response.statusCode, headers: response.headers, text }
}

function readBody(response, onBytes) {
  return new Promise((resolve, reject) => {
    const pieces = []
    response.on('data', piece => {
      if (onBytes && response.statusCode < 300) onBytes(piece)
      else pieces.push(piece)
    })
    response.on('end', () => resolve(Buffer.concat(pieces).toString()))
    response.on('error', reject)
    response.on('aborted', () => reject(new Error('The response was interrupted')))
  })
}
