import { randomUUID } from 'node:crypto'
import { LIVE_PATH, LiveEvent } from '@coffer/contract/live'
import WebSocket from 'ws'
import type { TestClient } from './test-client.ts'

export interface OpenPage {
  id: string
  /** Received events, and the close code. */
  events: LiveEvent[]
  closed: Promise<number>
  close: () => void
}

/** Opens the live connection of a page. @throws with the status if it is rejected */
export function openPage(
  client: TestClient,
  {
    origin = client.origin,
    id = randomUUID(),
    age,
  }: { origin?: string | null; id?: string; age?: number } = {},
): Promise<OpenPage> {
  const query = new URLSearchParams({ page: id, ...(age !== undefined && { age: `${age}` }) })
  const url = `${client.origin.replace('http', 'ws')}${LIVE_PATH}?${query}`
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(url, { headers: { cookie, ...(origin !== null && { origin }) } })
  const events: LiveEvent[] = []
  const closed = new Promise<number>(resolve => socket.on('close', resolve))
  // Every event must match the contract.
  socket.on('message', data => events.push(LiveEvent.parse(JSON.parse(String(data)))))
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ id, events, closed, close: () => socket.close() }))
    socket.on('unexpected-response', (_, { statusCode }) => reject(new Error(`${statusCode}`)))
    socket.on('error', reject)
  })
}
