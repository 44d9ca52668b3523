import { randomUUIDv7 } from 'node:crypto'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { PagePool } from './part-buffer.ts'
import { appendParts, type MultipartDeps } from './s3-multipart.ts'

it('refuses an upload of unknown size that needs more parts than a store takes', async () => {
  const partBytes = 8
  const blob = {
    key: randomUUIDv7(),
    receivedBytes: 10_000 * partBytes,
    sizeBytes: null,
    placement: { uploadId: 'upload', partBytes, tail: null, staleTail: null },
  }
  const space = {
    pool: new PagePool(1024 * 1024),
    folder: tmpdir(),
    takeDisk: async () => undefined,
  }
  const deps = { space } as unknown as MultipartDeps
  const appended = appendParts(deps, blob, Readable.from([Buffer.alloc(partBytes)]), true)
  await expect(appended).rejects.toMatchObject({ code: 'upload.too_large' })
})
