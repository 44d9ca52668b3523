import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { bytes } from '../../test/contents.ts'
import { freeSentPieces } from './sent-bytes.ts'

/** Sends pieces as a response. @returns what the client received */
async function send(pieces: Uint8Array[]): Promise<Buffer> {
  const server = createServer((_request, response) => {
    freeSentPieces({ raw: response } as unknown as Parameters<typeof freeSentPieces>[0])
    Readable.from(pieces, { objectMode: false }).pipe(response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return Buffer.from(await response.arrayBuffer())
}

it.skipIf(!ArrayBuffer.prototype.transfer)('frees pieces that were sent', async () => {
  const content = bytes(20 * 64 * 1024)
  const pieces = Array.from({ length: 20 }, (_, index) =>
    content.slice(index * 64 * 1024, (index + 1) * 64 * 1024),
  )
  expect((await send(pieces)).equals(content)).toBe(true)
  expect(pieces.map(piece => piece.length)).toEqual(pieces.map(() => 0))
})

it('keeps pieces that share a buffer', async () => {
  const content = bytes(3 * 64 * 1024)
  const shared = content.slice()
  const sent = await send([shared.subarray(0, 10), shared.subarray(10)])
  expect(sent.equals(content)).toBe(true)
  expect(Buffer.from(shared).equals(content)).toBe(true)
})
