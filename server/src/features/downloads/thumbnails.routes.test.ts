import { expect, it } from 'vitest'
import * as samples from '../../../test/media-samples.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

/** A photo after all jobs that follow an upload have run. */
async function photoOf(client: TestClient) {
  const sent = await client.upload({ filename: 'photo.jpg', content: await samples.photo() })
  await t.runJobs()
  return (await client.send('GET', `/api/items/${sent.body.data.id}`)).body.data
}

it('an administrator sees neither the thumbnail nor the camera data of another user’s file', async () => {
  const admin = await t.signIn('admin')
  const { id, attributes } = await photoOf(await t.signIn())
  expect(attributes.exif).not.toBeNull()
  const seen = (await admin.send('GET', `/api/items/${id}`)).body.data
  expect(seen.attributes).toMatchObject({ name: 'photo.jpg', thumbnail: null, exif: null })
  for (const url of [...Object.values<string>(attributes.thumbnail), attributes.file_url])
    expect((await admin.fetch(url)).status).toBe(403)
})
