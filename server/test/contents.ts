import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { TestClient, UploadFields } from './test-client.ts'

export const bytes = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size))
export const sha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('base64')
export const checksum = (content: Uint8Array | string): string => `sha-256=${sha256(content)}`

/** Uploads a file in chunks like the web app. */
export function chunked(
  client: TestClient,
  content: Uint8Array<ArrayBuffer>,
  fields: UploadFields = {},
) {
  const upload_id = randomUUID()
  return {
    upload_id,
    send: (start: number, end: number, more: UploadFields = {}) =>
      client.upload({
        filename: 'big.bin',
        upload_id,
        size: content.length,
        offset: start,
        is_last: end === content.length,
        content: content.slice(start, end),
        ...fields,
        ...more,
      }),
  }
}
