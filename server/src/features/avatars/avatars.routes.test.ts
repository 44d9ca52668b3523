import { randomUUID } from 'node:crypto'
import type { Avatar } from '@coffer/contract/avatar'
import { AVATAR_MAX_BYTES } from '@coffer/contract/avatar'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import * as samples from '../../../test/media-samples.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { accept, emailOf, invitationsOf, makeTeam } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { sweepOrphans } from '../blobs/index.ts'

const t = await openTestApp()

type Content = Uint8Array<ArrayBuffer>
const PATHS = ['/api/user/avatar', '/user/avatar']

function put(client: TestClient, content: Content, path = PATHS[0] ?? '', part = 'avatar') {
  const form = new FormData()
  form.set(part, new Blob([content]), 'me.jpg')
  return client.send('POST', path, form)
}

async function avatarOf(client: TestClient): Promise<NonNullable<Avatar>> {
  return (await client.send('GET', '/api/user')).body.data.attributes.avatar
}

async function look(client: TestClient, url: string) {
  const response = await client.fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { response, bytes }
}

async function allKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of t.deps.blobs.keysBefore(new Date(Date.now() + 60_000))) keys.push(key)
  return keys.sort()
}

describe('a picture of oneself', () => {
  it.each(PATHS)('is taken at %s and shown in three square sizes, as WebP', async path => {
    const ann = await t.signIn()
    const sent = await put(ann, await samples.photo(), path)
    expect(sent.status).toBe(200)
    const avatar = await avatarOf(ann)
    expect(sent.body.data.attributes.avatar).toEqual(avatar)
    const seen = []
    for (const url of [avatar.xs, avatar.sm, avatar.md]) {
      const { format, width, height, exif } = await sharp((await look(ann, url)).bytes).metadata()
      seen.push(`${width}×${height} ${format} ${exif ?? 'without notes'}`)
    }
    expect(seen).toEqual([
      '96×96 webp without notes',
      '160×160 webp without notes',
      '320×320 webp without notes',
    ])
  })

  it.each(['png', 'gif', 'webp', 'avif', 'jpeg'] as const)('may be sent as %s', async format => {
    const sent = await put(await t.signIn(), await samples.picture(format))
    expect(sent.status).toBe(200)
  })

  it('may be a HEIC, be called whatever it is, and is judged by its content', async () => {
    const sent = await put(await t.signIn(), await samples.heic(), '/user/avatar', 'image')
    expect(sent.status).toBe(200)
  })

  it('is sent so that nothing in it runs, and kept by its reader for as long as it is the same', async () => {
    const ann = await t.signIn()
    await put(ann, await samples.picture('png'))
    const { md } = await avatarOf(ann)
    const { response } = await look(ann, md)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const etag = response.headers.get('etag') ?? ''
    const again = await ann.fetch(md, {
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    })
    expect(again.status).toBe(304)
  })

  it('follows the one before, of which nothing is left', async () => {
    const ann = await t.signIn()
    await put(ann, await samples.picture('png'))
    const [before, keys] = [await avatarOf(ann), await allKeys()]
    await put(ann, await samples.picture('jpeg'))
    expect((await look(ann, before.md)).response.status).toBe(404)
    expect((await look(ann, (await avatarOf(ann)).md)).response.status).toBe(200)
    expect(await allKeys()).toHaveLength(keys.length)
  })

  it.each(PATHS)('is removed at %s, with its bytes', async path => {
    const ann = await t.signIn()
    const keys = await allKeys()
    await put(ann, await samples.picture('png'))
    const { md } = await avatarOf(ann)
    const removed = await ann.send('DELETE', path)
    expect([removed.status, removed.body.data.attributes.avatar]).toEqual([200, null])
    expect((await look(ann, md)).response.status).toBe(404)
    expect(await allKeys()).toEqual(keys)
    expect((await ann.send('DELETE', path)).status).toBe(200)
  })

  it('leaves one of two that were sent at once, and the bytes of one', async () => {
    const ann = await t.signIn()
    const keys = await allKeys()
    const content = await samples.picture('png')
    const sent = await Promise.all([put(ann, content), put(ann, content)])
    expect(sent.map(one => one.status)).toEqual([200, 200])
    expect((await look(ann, (await avatarOf(ann)).xs)).response.status).toBe(200)
    expect(await allKeys()).toHaveLength(keys.length + 1)
  })

  it('outlives the sweep for bytes that nothing points at', async () => {
    const ann = await t.signIn()
    await put(ann, await samples.picture('png'))
    const later = new Date(Date.now() + 7 * 86_400_000)
    await sweepOrphans({ ...t.deps, now: () => later })
    expect((await look(ann, (await avatarOf(ann)).xs)).response.status).toBe(200)
  })
})

describe('what is no picture', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  it.each<[string, () => Content | Promise<Content>]>([
    ['a text', () => samples.text('hello')],
    ['a drawing that could run', () => samples.text(SVG)],
    ['a document', () => samples.pdf()],
    ['nothing', () => samples.text('')],
    ['half a picture', async () => (await samples.photo()).subarray(0, 900)],
  ])('is refused: %s', async (_, content) => {
    const ann = await t.signIn()
    await put(ann, await samples.picture('png'))
    const [avatar, keys] = [await avatarOf(ann), await allKeys()]
    const sent = await put(ann, await content())
    expect([sent.status, sent.body.code]).toEqual([422, 'avatar.unreadable'])
    expect(sent.body.errors.avatar).toHaveLength(1)
    // The one before is as it was, and of the refused one nothing is kept.
    expect(await avatarOf(ann)).toEqual(avatar)
    expect(await allKeys()).toEqual(keys)
  })

  it('is refused with its limit when it has too many pixels or bytes', async () => {
    const ann = await t.signIn()
    for (const content of [samples.bomb(), new Uint8Array(AVATAR_MAX_BYTES + 1)]) {
      const sent = await put(ann, content)
      expect([sent.status, sent.body.code]).toEqual([413, 'avatar.too_large'])
      expect(sent.body.detail).toContain('10 MB')
    }
  })

  it('is missed in a form without a file', async () => {
    const form = new FormData()
    form.set('avatar', 'not a file')
    const sent = await (await t.signIn()).send('POST', '/user/avatar', form)
    expect([sent.status, sent.body.errors]).toEqual([422, { avatar: [expect.any(String)] }])
  })
})

describe('somebody else', () => {
  it('sees the picture wherever he is shown the person', async () => {
    const [ann, ben] = [await t.signIn(), await t.signIn()]
    await put(ann, await samples.picture('png'))
    const avatar = await avatarOf(ann)
    const team = await makeTeam(ann, 'Faces', [
      { email: await emailOf(ben), permission: 'can_view' },
    ])
    await accept(ben, (await invitationsOf(ben))[0])
    const { body } = await ben.send('GET', `/api/teams/shared-with-me/${team.id}`)
    const [owner, member] = body.meta.teamFolder.data.relationships.members.data
    expect([owner.attributes.avatar, member.attributes.avatar]).toEqual([avatar, null])
    expect((await look(ben, avatar.sm)).response.status).toBe(200)
    const found = await (await t.signIn('admin')).send('GET', `/api/users?query=${ann.userId}`)
    expect(found.body.data[0].attributes.avatar).toEqual(avatar)
  })

  it('hears of a picture that there is not what he hears of any other', async () => {
    const guest = t.anonymous()
    const [unknown, odd] = [
      await guest.send('GET', `/avatar/${randomUUID()}/md`),
      await guest.send('GET', '/avatar/x/md'),
    ]
    expect([unknown.status, unknown.body.code]).toEqual([404, 'item.not_found'])
    expect([odd.status, odd.body.code]).toEqual([404, 'item.not_found'])
  })

  it('sets nobody a picture without a session', async () => {
    const sent = await put(t.anonymous(), await samples.picture('png'))
    expect(sent.status).toBe(401)
  })
})
