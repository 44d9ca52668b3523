import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as samples from '../../../test/media-samples.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { AppError } from '../../errors.ts'
import { findMark } from '../../jobs/marks.ts'
import { deleteReleasedBlobs, sweepOrphans } from '../blobs/index.ts'
import { queueMissingPreviews } from './index.ts'

const t = await openTestApp()
const ann = await t.signIn()

type Content = Uint8Array<ArrayBuffer>

/** Uploads a file and returns it after all following jobs have run. */
async function uploadAndProcess(filename: string, content: Content, client = ann) {
  const sent = await client.upload({ filename, content })
  await t.runJobs()
  return (await client.send('GET', `/api/items/${sent.body.data.id}`)).body.data
}

const previewsOf = (itemId: string) =>
  t.deps.db
    .selectFrom('items')
    .innerJoin('previews', 'previews.blob_id', 'items.blob_id')
    .select(['failure', 'storage_key'])
    .where('items.id', '=', itemId)
    .execute()

async function fetchImage(url: string) {
  const response = await ann.fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { response, ...(await sharp(bytes).metadata()) }
}

const sizesOf = async (item: { attributes: { thumbnail: Record<string, string> } }) =>
  Promise.all(
    Object.values(item.attributes.thumbnail).map(async url => {
      const { width, height, format } = await fetchImage(url)
      return `${width}×${height} ${format}`
    }),
  )

describe('a picture', () => {
  it('gets upright thumbnails in four sizes', async () => {
    const item = await uploadAndProcess('photo.jpg', await samples.photo())
    expect(await sizesOf(item)).toEqual([
      '80×120 webp',
      '160×240 webp',
      '640×960 webp',
      '960×1440 webp',
    ])
  })

  it('is never enlarged', async () => {
    const item = await uploadAndProcess('small.png', await samples.picture('png', 150, 90))
    expect(await sizesOf(item)).toEqual([
      '120×72 webp',
      '150×90 webp',
      '150×90 webp',
      '150×90 webp',
    ])
  })

  it.each([
    ['png', () => samples.picture('png')],
    ['gif', () => samples.picture('gif')],
    ['webp', () => samples.picture('webp')],
    ['avif', () => samples.picture('avif')],
    ['tiff', () => samples.picture('tiff')],
    ['bmp', async () => samples.bitmap()],
    ['heic', () => samples.heic()],
    [
      'svg',
      async () =>
        samples.text(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><rect width="30" height="20"/></svg>',
        ),
    ],
  ])('as %s gets a thumbnail', async (ending, make) => {
    const item = await uploadAndProcess(`picture.${ending}`, await make())
    expect((await sizesOf(item))[0]).toBe('120×80 webp')
  })

  it('shows the first page of a PDF', async () => {
    const item = await uploadAndProcess('document.pdf', samples.pdf())
    expect((await sizesOf(item))[1]).toBe('186×240 webp')
  })

  it('returns the camera data to users with access to the file', async () => {
    const item = await uploadAndProcess('camera.jpg', await samples.photo())
    expect(item.attributes.exif).toEqual({
      width: 1200,
      height: 1800,
      camera: 'Acme Pinhole 3',
      lens: 'Acme 35 mm',
      artist: 'Ada Berg',
      focal_length_mm: 35,
      aperture: 2.8,
      exposure_seconds: 0.008,
      iso: 200,
      taken_at: '2026-05-01T12:30:00',
      latitude: -52.5,
      longitude: -13.4,
    })
  })

  it('reads the camera of a HEIC', async () => {
    const item = await uploadAndProcess('phone.heic', await samples.heic())
    expect(item.attributes.exif).toMatchObject({
      width: 300,
      height: 200,
      camera: 'Acme Pinhole 3',
    })
  })

  // W7
  it('contains no metadata in its thumbnails', async () => {
    const item = await uploadAndProcess('quiet.jpg', await samples.photo())
    for (const url of Object.values(item.attributes.thumbnail as Record<string, string>)) {
      const { exif, iptc, xmp, icc, orientation } = await fetchImage(url)
      expect({ exif, iptc, xmp, icc, orientation }).toEqual({})
    }
  })

  it('does not load external references', async () => {
    const outside = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#00ff00"/>
      <image href="file://${t.folder}/red.png" width="10" height="10"/>
      <image href="${t.origin}/icon.svg" width="10" height="10"/></svg>`
    const item = await uploadAndProcess('outside.svg', samples.text(outside))
    const thumbnail = Buffer.from(
      await (await ann.fetch(item.attributes.thumbnail.xs)).arrayBuffer(),
    )
    const [red, green] = await sharp(thumbnail).removeAlpha().raw().toBuffer()
    expect([Number(red) < 20, Number(green) > 235]).toEqual([true, true])
  })
})

// W6
describe('an unreadable file fails one job and nothing else:', () => {
  it.each<[string, string, () => Content | Promise<Content>]>([
    ['a picture of 50,000 × 50,000', 'bomb.png', () => samples.bomb()],
    ['a truncated picture', 'short.jpg', async () => (await samples.photo()).slice(0, 9_000)],
    [
      'a broken HEIC',
      'broken.heic',
      () => samples.text('\0\0\0\x18ftypheic\0\0\0\0mif1heicgarbage'),
    ],
    ['a broken PDF', 'broken.pdf', () => samples.text('%PDF-1.7\nnothing of what was promised')],
    ['a bitmap that lies', 'lies.bmp', () => samples.bitmap(300, 200, 2_000_000)],
    ['a drawing of endless references', 'loop.svg', () => samples.text(entities())],
    [
      'a drawing of enormous size',
      'huge.svg',
      () =>
        samples.text(
          '<svg xmlns="http://www.w3.org/2000/svg" width="900000" height="900000"></svg>',
        ),
    ],
  ])('%s', async (_, filename, make) => {
    const item = await uploadAndProcess(filename, await make())
    expect(item.attributes).toMatchObject({ thumbnail: null, exif: null })
    const valid = await uploadAndProcess('valid.png', await samples.picture('png'))
    expect(valid.attributes.thumbnail).not.toBeNull()
    // The file itself remains available.
    expect((await ann.fetch(item.attributes.file_url)).status).toBe(200)
  })

  it.each<[string, string, () => Content | Promise<Content>]>([
    ['10,000 frames', 'frames.gif', () => samples.manyFrames()],
    ['200 pages', 'pages.tiff', () => samples.manyPages()],
    ['1,000 pages', 'pages.pdf', () => samples.pdf('Page', 1000)],
    [
      'another format behind it',
      'polyglot.png',
      async () =>
        new Uint8Array([
          ...(await samples.picture('png')),
          ...samples.text('<script>alert(1)</script>'),
        ]),
    ],
  ])('shows the first frame or page of: %s', async (_, filename, make) => {
    const item = await uploadAndProcess(filename, await make())
    expect(item.attributes.thumbnail).not.toBeNull()
  })

  it('records the failure and does not try again', async () => {
    const item = await uploadAndProcess('again.jpg', (await samples.photo()).slice(0, 5_000))
    expect(await previewsOf(item.id)).toEqual([{ failure: 'unreadable', storage_key: null }])
    expect(await queueMissingPreviews(t.deps)).toBe(0)
  })

  it('refuses a content above the limit of its kind without opening it', async () => {
    const asFile = vi.spyOn(t.deps.blobs, 'asFile')
    onTestFinished(() => asFile.mockRestore())
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2">${' '.repeat(10 * 1024 * 1024)}</svg>`
    const item = await uploadAndProcess('large.svg', samples.text(svg))
    expect(await previewsOf(item.id)).toEqual([{ failure: 'too_large', storage_key: null }])
    expect(asFile).not.toHaveBeenCalled()
  })
})

it('a content that cannot be copied for lack of space gets its preview another night', async () => {
  const asFile = vi.spyOn(t.deps.blobs, 'asFile').mockRejectedValue(new AppError('storage.full'))
  onTestFinished(() => asFile.mockRestore())
  const { id } = await uploadAndProcess('no-space.png', await samples.picture('png'))
  await t.jobsLater(3_600_000)
  await t.runJobs()
  expect(asFile).toHaveBeenCalledOnce()
  expect(await previewsOf(id)).toEqual([])
  asFile.mockRestore()
  expect(await queueMissingPreviews(t.deps)).toBe(1)
  await t.runJobs()
  expect(await previewsOf(id)).toMatchObject([{ failure: null }])
})

it('a content has its preview after an hour in which its bucket did not answer', async () => {
  const { blobs } = t.deps
  const asFile = vi.spyOn(blobs, 'asFile').mockRejectedValue(new AppError('storage.unavailable'))
  onTestFinished(() => asFile.mockRestore())
  const { id } = await uploadAndProcess('late.png', await samples.picture('png'))
  for (let minutes = 0; minutes < 60; minutes += 10) {
    await t.jobsLater(600_000)
    await t.runJobs()
  }
  expect(await previewsOf(id)).toEqual([])
  asFile.mockRestore()
  await t.jobsLater(1_800_000)
  await t.runJobs()
  expect(await previewsOf(id)).toMatchObject([{ failure: null }])
})

describe('a thumbnail', () => {
  it('is cached as long as the content is the same', async () => {
    const { attributes } = await uploadAndProcess('kept.png', await samples.picture('png'))
    const { response } = await fetchImage(attributes.thumbnail.sm)
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const etag = response.headers.get('etag') ?? ''
    const again = await ann.fetch(attributes.thumbnail.sm, {
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    })
    expect(again.status).toBe(304)
    const [plain = ''] = attributes.thumbnail.sm.split('?')
    const unversioned = await ann.fetch(plain)
    expect(unversioned.headers.get('cache-control')).toBe('private, no-cache')
  })

  it('has another URL after the content changed', async () => {
    const first = await uploadAndProcess('changing.png', await samples.picture('png'))
    await ann.upload({
      filename: 'changing.png',
      content: await samples.picture('png', 80, 80),
      on_conflict: 'replace',
    })
    await t.runJobs()
    const { body } = await ann.send('GET', `/api/items/${first.id}`)
    expect(body.data.attributes.thumbnail.xs).not.toBe(first.attributes.thumbnail.xs)
    expect((await sizesOf(body.data))[0]).toBe('80×80 webp')
  })

  it('is available to users with access to the file and missing for others', async () => {
    const eve = await t.signIn()
    const item = await uploadAndProcess('mine.png', await samples.picture('png'))
    const response = await eve.send('GET', `/thumbnail/${item.id}/sm`)
    const missing = await eve.send('GET', `/thumbnail/${randomUUID()}/sm`)
    expect(response.status).toBe(404)
    expect({ ...response.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
    expect((await t.anonymous().fetch(item.attributes.thumbnail.sm)).status).toBe(401)
    expect((await ann.send('GET', `/thumbnail/${item.id}/huge`)).status).toBe(404)
  })

  it('uses no quota and counts as no download', async () => {
    const bob = await t.signIn()
    const content = await samples.picture('png')
    const item = await uploadAndProcess('quota.png', content, bob)
    await (await bob.fetch(item.attributes.thumbnail.xl)).arrayBuffer()
    expect((await t.storage(bob.userId)).used_bytes).toBe(content.length)
    const traffic = await t.deps.db
      .selectFrom('traffic')
      .select('download_bytes')
      .where('user_id', '=', bob.userId)
      .executeTakeFirst()
    expect(traffic?.download_bytes).toBe(0)
  })

  it('is stored as long as its content and deleted with it', async () => {
    const own = await createTestApp()
    try {
      const bob = await own.signIn()
      const sent = await bob.upload({ filename: 'a.png', content: await samples.picture('png') })
      await own.runJobs()
      expect(await own.storedFiles()).toBe(2)
      own.advance(48 * 3_600_000)
      expect(await sweepOrphans(own.deps)).toBe(0)
      const items = [{ id: sent.body.data.id, type: 'file' }]
      await bob.send('POST', '/api/remove', { items })
      await bob.send('DELETE', '/api/trash/dump')
      await own.runJobs()
      await deleteReleasedBlobs(own.deps)
      expect(await own.storedFiles()).toBe(0)
    } finally {
      await own.close()
    }
  })
})

it('a listing includes thumbnails without further statements', async () => {
  const bob = await t.signIn()
  await uploadAndProcess('one.png', await samples.picture('png'), bob)
  await uploadAndProcess('two.txt', samples.text('nothing to be seen'), bob)
  let listed: { attributes: { name: string; thumbnail: unknown } }[] = []
  const statements = await t.countQueries(async () => {
    listed = (await bob.send('GET', '/api/browse/folders/all?sort=name&direction=ASC')).body.data
  })
  expect(statements.length).toBeLessThanOrEqual(3)
  expect(listed.map(({ attributes }) => attributes.thumbnail !== null)).toEqual([true, false])
})

it('older files get missing previews later', async () => {
  const bob = await t.signIn()
  const { id } = await uploadAndProcess('old.png', await samples.picture('png'), bob)
  const content = t.deps.db.selectFrom('items').select('blob_id').where('id', '=', id)
  await t.deps.db.deleteFrom('previews').where('blob_id', 'in', content).execute()
  expect(await queueMissingPreviews(t.deps)).toBe(1)
  await t.runJobs()
  const item = await bob.send('GET', `/api/items/${id}`)
  expect(item.body.data.attributes.thumbnail).not.toBeNull()
})

/** Nested entities that expand to billions of words. */
function entities(): string {
  const lines = Array.from(
    { length: 10 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  )
  return `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "ha">${lines.join('')}]>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><text>&e10;</text></svg>`
}

it('missing previews are found in several runs, each of a limited number of files', async () => {
  await t.runJobs()
  // Earlier tests may have stopped amid the files.
  await t.deps.db.deleteFrom('job_marks').execute()
  await queueMissingPreviews(t.deps)
  await t.runJobs()
  const bob = await t.signIn()
  const ids: string[] = []
  for (const name of ['one.png', 'two.png', 'three.png'])
    ids.push((await uploadAndProcess(name, await samples.picture('png'), bob)).id)
  const contents = t.deps.db.selectFrom('items').select('blob_id').where('id', 'in', ids)
  await t.deps.db.deleteFrom('previews').where('blob_id', 'in', contents).execute()
  const queued: number[] = []
  do queued.push(await queueMissingPreviews(t.deps, { limit: 1, runMs: 0 }))
  while (await findMark(t.deps.db, 'queue-missing-previews'))
  expect(Math.max(...queued)).toBe(1)
  expect(queued.reduce((sum, each) => sum + each)).toBe(3)
})
