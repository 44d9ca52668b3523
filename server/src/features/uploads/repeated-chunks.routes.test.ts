import { expect, it } from 'vitest'
import { bytes, chunked, sha256 } from '../../../test/contents.ts'
import { openTestApp } from '../../../test/open-test-app.ts'

const t = await openTestApp()

// U2
it.each([
  [0, 100_000],
  [30_000, 150_000],
])(
  'bytes %i to %i before the last chunk are compared when they are sent again',
  async (start, end) => {
    const ann = await t.signIn()
    const content = bytes(300_000)
    const { send } = chunked(ann, content)
    await send(0, 100_000)
    await send(100_000, 200_000)
    const other = await send(start, end, { content: Buffer.alloc(end - start, 'x') })
    expect([other.status, other.body.code, other.body.expected_offset]).toEqual([
      409,
      'upload.offset_conflict',
      200_000,
    ])
    expect((await send(start, end)).status).toBe(200)
    const last = await send(200_000, 300_000)
    expect(sha256(await ann.download(last.body.data))).toBe(sha256(content))
  },
)
