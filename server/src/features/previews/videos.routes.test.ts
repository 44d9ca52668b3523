import sharp from 'sharp'
import { expect, it } from 'vitest'
import * as samples from '../../../test/media-samples.ts'
import { openTestApp } from '../../../test/open-test-app.ts'

const t = await openTestApp()

// W6
// Without a video decoder no video gets a thumbnail, and nothing else changes.
it.each([
  ['no time at all', 0],
  ['136 years', 0xfffffffe],
])('a video that claims to last %s shows its first frame', async (_, claimed) => {
  const ann = await t.signIn()
  const sent = await ann.upload({ filename: 'clip.mp4', content: await samples.video(claimed) })
  await t.runJobs()
  const { body } = await ann.send('GET', `/api/items/${sent.body.data.id}`)
  const { thumbnail, file_url } = body.data.attributes
  expect(thumbnail !== null).toBe(t.deps.media.reads('video'))
  if (thumbnail) {
    const image = await (await ann.fetch(thumbnail.xs)).arrayBuffer()
    expect(await sharp(Buffer.from(image)).metadata()).toMatchObject({ width: 64, height: 48 })
  }
  expect((await ann.fetch(file_url)).status).toBe(200)
})
