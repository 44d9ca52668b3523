import { randomUUID } from 'node:crypto'
import type { Avatar } from '@coffer/contract/avatar'
import { AVATAR_MAX_BYTES } from '@coffer/contract/avatar'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import * as samples from '../../../test/media-samples.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { accept, emailOf, invitationsOf, makeTeam } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { sweepOrphans } from '../blobs/index.ts'

const t = await openTestApp()

type Content = Uint8Array<ArrayBuffer>
const PATHS = ['/api/user/avatar', '/user/avatar']

function uploadAvatar(
  client: TestClient,
  content: Content,
  path = PATHS[0] ?? '',
  part = 'avatar',
) {
  const form = new FormData()
  form.set(part, new Blob([content]), 'me.jpg')
  return client.send('POST', path, form)
}

async function avatarOf(client: TestClient): Promise<NonNullable<Avatar>> {
  return (await client.send('GET', '/api/user')).body.data.attributes.avatar
}

async function fetchPicture(client: TestClient, url: string) {
  const response = await client.fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { response, bytes }
}

async function allKeys(): Promise<string[]> {
  const keys: string[] = []
  const all = t.deps.blobs.keysBefore(new Date(Date.now() + 60_000))
  for await (const { key } of all) keys.push(key)
  return keys.sort()
}

describe('an avatar', () => {
  it.each(PATHS)('is accepted at %s and served in three square sizes as WebP', async path => {
    const ann = await t.signIn()
    const sent = await uploadAvatar(ann, await samples.photo(), path)
    expect(sent.status).toBe(200)
    const avatar = await avatarOf(ann)
    expect(sent.body.data.attributes.avatar).toEqual(avatar)
    const seen = []
    for (const url of [avatar.xs, avatar.sm, avatar.md]) {
      const { format, width, height, exif } = await sharp(
        (await fetchPicture(ann, url)).bytes,
      ).metadata()
      seen.push(`${width}×${height} ${format} ${exif ?? 'without EXIF'}`)
    }
    expect(seen).toEqual([
      '96×96 webp without EXIF',
      '160×160 webp without EXIF',
      '320×320 webp without EXIF',
    ])
  })

  it.each(['png', 'gif', 'webp', 'avif', 'jpeg'] as const)('is accepted as %s', async format => {
    const sent = await uploadAvatar(await t.signIn(), await samples.picture(format))
    expect(sent.status).toBe(200)
  })

  it('is accepted as HEIC in a field of any name, with the type detected from the content', async () => {
    const sent = await uploadAvatar(await t.signIn(), await samples.heic(), '/user/avatar', 'image')
    expect(sent.status).toBe(200)
  })

  it('is served with headers that forbid scripts and allow permanent caching', async () => {
    const ann = await t.signIn()
    await uploadAvatar(ann, await samples.picture('png'))
    const { md } = await avatarOf(ann)
    const { response } = await fetchPicture(ann, md)
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

  it('replaces the previous one and deletes its bytes', async () => {
    const ann = await t.signIn()
    await uploadAvatar(ann, await samples.picture('png'))
    const before = await avatarOf(ann)
    const keys = await allKeys()
    await uploadAvatar(ann, await samples.picture('jpeg'))
    expect((await fetchPicture(ann, before.md)).response.status).toBe(404)
    expect((await fetchPicture(ann, (await avatarOf(ann)).md)).response.status).toBe(200)
    expect(await allKeys()).toHaveLength(keys.length)
  })

  it('is replaced although the bytes of the previous one cannot be removed', async () => {
    const ann = await t.signIn()
    await uploadAvatar(ann, await samples.picture('png'))
    const before = await avatarOf(ann)
    const outage = vi.spyOn(t.deps.blobs, 'remove').mockRejectedValue(new Error('outage'))
    const { status } = await uploadAvatar(ann, await samples.picture('jpeg'))
    outage.mockRestore()
    expect([status, (await avatarOf(ann)).md === before.md]).toEqual([200, false])
  })

  it.each(PATHS)('is removed at %s with its bytes', async path => {
    const ann = await t.signIn()
    const keys = await allKeys()
    await uploadAvatar(ann, await samples.picture('png'))
    const { md } = await avatarOf(ann)
    const removed = await ann.send('DELETE', path)
    expect([removed.status, removed.body.data.attributes.avatar]).toEqual([200, null])
    expect((await fetchPicture(ann, md)).response.status).toBe(404)
    expect(await allKeys()).toEqual(keys)
    expect((await ann.send('DELETE', path)).status).toBe(200)
  })

  it('of two sent at once, keeps one and the bytes of one', async () => {
    const ann = await t.signIn()
    const keys = await allKeys()
    const content = await samples.picture('png')
    const sent = await Promise.all([uploadAvatar(ann, content), uploadAvatar(ann, content)])
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect((await fetchPicture(ann, (await avatarOf(ann)).xs)).response.status).toBe(200)
    expect(await allKeys()).toHaveLength(keys.length + 1)
  })

  it('survives the sweep for orphaned blobs', async () => {
    const ann = await t.signIn()
    await uploadAvatar(ann, await samples.picture('png'))
    const later = new Date(Date.now() + 7 * 86_400_000)
    await sweepOrphans({ ...t.deps, now: () => later })
    expect((await fetchPicture(ann, (await avatarOf(ann)).xs)).response.status).toBe(200)
  })
})

describe('a file that is no picture', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  it.each<[string, () => Content | Promise<Content>]>([
    ['a text', () => samples.text('hello')],
    ['an SVG with a script', () => samples.text(SVG)],
    ['a document', () => samples.pdf()],
    ['nothing', () => samples.text('')],
    ['a truncated picture', async () => (await samples.photo()).subarray(0, 900)],
  ])('is refused: %s', async (_, content) => {
    const ann = await t.signIn()
    await uploadAvatar(ann, await samples.picture('png'))
    const avatar = await avatarOf(ann)
    const keys = await allKeys()
    const sent = await uploadAvatar(ann, await content())
    expect([sent.status, sent.body.code]).toEqual([422, 'avatar.unreadable'])
    expect(sent.body.errors.avatar).toHaveLength(1)
    // The previous avatar stays, and no bytes of the refused one are stored.
    expect(await avatarOf(ann)).toEqual(avatar)
    expect(await allKeys()).toEqual(keys)
  })

  it('is refused with the limit when it has too many pixels or bytes', async () => {
    const ann = await t.signIn()
    for (const content of [samples.bomb(), new Uint8Array(AVATAR_MAX_BYTES + 1)]) {
      const sent = await uploadAvatar(ann, content)
      expect([sent.status, sent.body.code]).toEqual([413, 'avatar.too_large'])
      expect(sent.body.detail).toContain('10 MB')
    }
  })

  it('is required in the form', async () => {
    const form = new FormData()
    form.set('avatar', 'not a file')
    const sent = await (await t.signIn()).send('POST', '/user/avatar', form)
    expect([sent.status, sent.body.errors]).toEqual([422, { avatar: [expect.any(String)] }])
  })
})

describe('another user', () => {
  it('sees the picture wherever the user is shown', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    await uploadAvatar(ann, await samples.picture('png'))
    const avatar = await avatarOf(ann)
    const team = await makeTeam(ann, 'Faces', [
      { email: await emailOf(ben), permission: 'can_view' },
    ])
    await accept(ben, (await invitationsOf(ben))[0])
    const { body } = await ben.send('GET', `/api/teams/shared-with-me/${team.id}`)
    const [owner, member] = body.meta.teamFolder.data.relationships.members.data
    expect([owner.attributes.avatar, member.attributes.avatar]).toEqual([avatar, null])
    expect((await fetchPicture(ben, avatar.sm)).response.status).toBe(200)
    const users = await (await t.signIn('admin')).send('GET', `/api/users?query=${ann.userId}`)
    expect(users.body.data[0].attributes.avatar).toEqual(avatar)
  })

  it('gets item.not_found for unknown and for malformed keys', async () => {
    const guest = t.anonymous()
    const unknown = await guest.send('GET', `/avatar/${randomUUID()}/md`)
    const malformed = await guest.send('GET', '/avatar/x/md')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'item.not_found'])
    expect([malformed.status, malformed.body.code]).toEqual([404, 'item.not_found'])
  })

  it('cannot set a picture without a session', async () => {
    const sent = await uploadAvatar(t.anonymous(), await samples.picture('png'))
    expect(sent.status).toBe(401)
  })
})
