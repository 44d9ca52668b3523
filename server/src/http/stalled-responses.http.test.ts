import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { bytes } from '../../test/contents.ts'
import { openTestApp } from '../../test/open-test-app.ts'

const LIMIT_MS = 800
const SIZE = 32_000_000
const PIECE = 1_000_000
const t = await openTestApp({
  config: {
    requests: {
      bodyMs: 60_000,
      uploadIdleMs: 60_000,
      downloadIdleMs: LIMIT_MS,
      connectionsPerAddress: 0,
    },
  },
})
const ann = await t.signIn()
const { body: folder } = await ann.send('POST', '/api/create-folder', { name: 'large' })
const parent_id = folder.data.id
const { body: file } = await ann.upload({ filename: 'a.bin', parent_id, content: bytes(SIZE) })
const paths = [
  ['a file', new URL(file.data.attributes.file_url, t.origin).pathname],
  ['an archive', `/api/zip?items=${parent_id}|folder`],
] as const

function request(path: string): Socket {
  const { hostname, port } = new URL(t.origin)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.pause()
  const cookies = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: coffer.test\r\nCookie: ${cookies}\r\nConnection: close\r\n\r\n`,
  )
  return socket
}

/** The bytes that arrive until the connection ends, with a pause after each piece. */
async function read(socket: Socket, pauseMs = 0): Promise<number> {
  let count = 0
  let nextPause = PIECE
  try {
    for await (const { length } of socket) {
      count += length
      if (count < nextPause) continue
      nextPause += PIECE
      await pause(pauseMs)
    }
  } catch {
    // The server has reset the connection.
  }
  return count
}

const traffic = async () =>
  (await t.deps.db.selectFrom('traffic').select('download_bytes').execute()).reduce(
    (sum, row) => sum + Number(row.download_bytes),
    0,
  )

it.each(paths)('closes a download of %s that the client has stopped reading', async (_, path) => {
  const before = await traffic()
  const socket = request(path)
  // The bytes sent are counted once the response has ended.
  await expect.poll(traffic).toBeGreaterThan(before)
  expect(await read(socket)).toBeLessThan(SIZE)
})

it.each(paths)('sends all of %s to a client that reads slowly', async (_, path) => {
  expect(await read(request(path), LIMIT_MS / 8)).toBeGreaterThan(SIZE)
})
