import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { readSlowly } from '../../../test/read-slowly.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { folderOf, uploadRequestApi } from '../../../test/upload-request-api.ts'
import { impose, lift } from './index.ts'

type Flags = Omit<Parameters<typeof impose>[2], 'user_id' | 'reason'>
const NOTHING_ALLOWED: Flags = {
  can_upload: 0,
  can_download: 0,
  can_create_folder: 0,
  can_create_team_folder: 0,
}
const EVERYTHING_ALLOWED: Flags = {
  can_upload: 1,
  can_download: 1,
  can_create_folder: 1,
  can_create_team_folder: 1,
}

const t = await openTestApp()
let owner: TestClient
let member: TestClient
let top: string
let deep: string
let file: string
let fileUrl: string
let team: string
let teamFile: string
let link: string

const restrict = (flags: Partial<Flags>, client = owner) =>
  t.deps.transact(tx =>
    impose(tx, t.deps, {
      ...{ user_id: client.userId, reason: 'unpaid' },
      ...EVERYTHING_ALLOWED,
      ...flags,
    }),
  )
const release = () => t.deps.transact(tx => lift(tx, owner.userId, 'unpaid'))
const restrictionsOf = async (client: TestClient) =>
  (await client.send('GET', '/api/user')).body.data.meta.restrictions
const folder = async (name: string, parent_id: string | null = null, client = owner) =>
  (await client.send('POST', '/api/create-folder', { name, parent_id })).body.data.id as string

/** An owner with files, a link that may be edited by, and a team folder that somebody else is in. */
beforeEach(async () => {
  owner = await t.signIn()
  member = await t.signIn()
  top = await folder('Top')
  deep = await folder('Deep', top)
  const sent = await owner.upload({ filename: 'a.txt', content: '0123456789', parent_id: top })
  file = sent.body.data.id
  fileUrl = sent.body.data.attributes.file_url
  const made = await makeTeamWith(owner, 'Team', [[member, 'can_edit']])
  team = made.id
  teamFile = (await owner.upload({ filename: 't.txt', content: 'team', parent_id: team })).body.data
    .attributes.file_url
  const shared = { id: top, type: 'folder', permission: 'editor' }
  link = (await owner.send('POST', '/api/share', shared)).body.data.attributes.token
})

const code = async (reply: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await reply
  return status < 400 ? 'ok' : `${status} ${body.code}`
}
const fetched = async (reply: Promise<Response>) => {
  const response = await reply
  if (response.ok) return 'ok'
  return `${response.status} ${((await response.json()) as { code: string }).code}`
}
const refs = () => ({ items: [{ id: file, type: 'file' }] })

// Q4
describe('whoever keeps more than there is room for', () => {
  it.each([
    ['none', 'storage_full', /storage is full/],
    ['fixed', 'plan_full', /over your plan’s storage limit/],
  ] as const)('on %s is told why, adds nothing, and loses nothing', async (type, reason, words) => {
    await t.settings({ subscription_type: type })
    await t.limitStorage(owner.userId, 5)
    expect(await restrictionsOf(owner)).toEqual({
      ...{ canUpload: false, canDownload: true, canCreateFolder: true, canCreateTeamFolder: true },
      ...{ reason: expect.stringMatching(words), reason_code: reason },
    })
    expect(await code(owner.upload({ filename: 'b.txt', content: 'x' }))).toBe(
      '423 upload.quota_exceeded',
    )
    expect(await code(owner.send('POST', '/api/create-folder', { name: 'New' }))).toBe('ok')
    expect(await (await owner.fetch(fileUrl)).text()).toBe('0123456789')
    expect(await code(t.anonymous().send('GET', `/api/sharing/${link}`))).toBe('ok')
    await t.limitStorage(owner.userId, null)
    expect(await restrictionsOf(owner)).toMatchObject({ canUpload: true, reason: null })
    expect(await code(owner.upload({ filename: 'b.txt', content: 'x' }))).toBe('ok')
    await t.settings({ subscription_type: 'none' })
  })
})

// Q5
describe('what is withheld from an owner', () => {
  it('is told to him, in his language', async () => {
    await restrict({ can_download: 0 })
    expect(await restrictionsOf(owner)).toEqual({
      ...{ canUpload: true, canDownload: false, canCreateFolder: true, canCreateTeamFolder: true },
      ...{ reason: expect.stringMatching(/payment is due/), reason_code: 'unpaid' },
    })
    const headers = { 'accept-language': 'es' }
    const spanish = await owner.send('GET', '/api/user', undefined, { headers })
    expect(spanish.body.data.meta.restrictions.reason).toMatch(/pago pendiente/)
    expect(await restrictionsOf(member)).toMatchObject({ canDownload: true, reason: null })
  })

  it('is why he himself is refused; others hear only that it is', async () => {
    await restrict(NOTHING_ALLOWED)
    const own = await owner.upload({ filename: 'b.txt', content: 'x' })
    expect([own.status, own.body.message]).toEqual([401, expect.stringMatching(/payment is due/)])
    const others = await member.upload({ filename: 'b.txt', content: 'x', parent_id: team })
    expect([others.status, others.body.code]).toEqual([401, 'upload.restricted'])
    expect(others.body.message).not.toMatch(/payment/)
  })

  it('stops uploads by every door, and nothing else', async () => {
    const asking = uploadRequestApi(t, owner)
    const { attributes } = await asking.ask()
    const guest = await asking.requestGuestId(attributes.token)
    const begun = { upload_id: crypto.randomUUID(), filename: 'long.bin', parent_id: top }
    const piece = { ...begun, content: 'half', offset: '0', size: '8', is_last: 'false' }
    expect(await code(owner.upload(piece))).toBe('ok')
    await restrict({ can_upload: 0 })
    const refused = '401 upload.restricted'
    const rest = { ...begun, content: 'half', offset: '4', size: '8', is_last: 'true' }
    expect(await code(owner.upload(rest))).toBe(refused)
    expect(await code(owner.upload({ filename: 'b.txt', content: 'x' }))).toBe(refused)
    expect(await code(member.upload({ filename: 'b.txt', content: 'x', parent_id: team }))).toBe(
      refused,
    )
    const byLink = `/api/sharing/upload/chunks/${link}`
    expect(await code(t.anonymous().upload({ filename: 'b.txt', content: 'x' }, byLink))).toBe(
      refused,
    )
    expect(await code(asking.send(guest, attributes.token))).toBe(refused)
    const entries = [{ filename: 'b.txt', path: '', size: 1 }]
    expect(
      await code(owner.send('POST', '/api/upload/preflight', { parent_id: top, entries })),
    ).toBe(refused)
    const remote = { urls: ['https://example.test/a.txt'], parent_id: top }
    expect(await code(owner.send('POST', '/api/upload/remote', remote))).toBe(refused)
    expect(await code(owner.send('POST', '/api/copy', { to_id: null, ...refs() }))).toBe(refused)
    expect(await code(owner.send('POST', '/api/create-folder', { name: 'New' }))).toBe('ok')
    expect(await fetched(owner.fetch(fileUrl))).toBe('ok')
    const renamed = { name: 'b.txt', type: 'file' }
    expect(await code(owner.send('PATCH', `/api/rename/${file}`, renamed))).toBe('ok')
    expect(await code(member.upload({ filename: 'own.txt', content: 'x' }))).toBe('ok')
    await release()
    expect(await code(owner.upload(rest))).toBe('ok')
  })

  it('stops downloads by every door', async () => {
    const asking = uploadRequestApi(t, owner)
    const { attributes } = await asking.ask()
    const guest = await asking.requestGuestId(attributes.token)
    await asking.send(guest, attributes.token, { filename: 'g.txt', content: 'x' })
    await restrict({ can_download: 0 })
    const refused = '401 download.restricted'
    expect(await fetched(owner.fetch(fileUrl))).toBe(refused)
    expect(await fetched(member.fetch(teamFile))).toBe(refused)
    expect(await fetched(owner.fetch(`/api/zip?items=${top}|folder`))).toBe(refused)
    expect(await fetched(owner.fetch(`/api/zip?select_all_in=${top}`))).toBe(refused)
    expect(await fetched(member.fetch(`/api/zip?select_all_in=${team}`))).toBe(refused)
    expect(await code(owner.send('POST', '/api/copy', { to_id: null, ...refs() }))).toBe(refused)
    const gone = '401 share.unavailable'
    expect(await code(t.anonymous().send('GET', `/api/sharing/${link}`))).toBe(gone)
    expect(await fetched(t.anonymous().fetch(`/file/${file}/shared/${link}`))).toBe(gone)
    expect(await code(guest.send('GET', `/api/file-request/${attributes.token}`))).toBe(
      '401 upload_request.unavailable',
    )
    expect(await code(owner.send('GET', `/api/browse/folders/${top}`))).toBe('ok')
    expect(await code(owner.upload({ filename: 'b.txt', content: 'x' }))).toBe('ok')
    await release()
    expect(await code(t.anonymous().send('GET', `/api/sharing/${link}`))).toBe('ok')
    expect(await fetched(owner.fetch(fileUrl))).toBe('ok')
  })

  it('stops new folders by every door, also those of an upload', async () => {
    const asking = uploadRequestApi(t, owner)
    const { attributes } = await asking.ask()
    const guest = await asking.requestGuestId(attributes.token)
    await restrict({ can_create_folder: 0 })
    const refused = '401 folder.restricted'
    const made = (client: TestClient, parent_id: string | null, path = '/api/create-folder') =>
      code(client.send('POST', path, { name: 'New', parent_id }))
    expect(await made(owner, null)).toBe(refused)
    expect(await made(member, team)).toBe(refused)
    expect(await made(t.anonymous(), deep, `/api/sharing/create-folder/${link}`)).toBe(refused)
    const asked = `/api/file-request/${attributes.token}/create-folder`
    expect(await made(guest, folderOf({ attributes }), asked)).toBe(refused)
    const customer = { member_number: '7', identification: 'X1', first_name: 'E', last_name: 'S' }
    expect(await code(owner.send('POST', '/api/create-folder-custom', customer))).toBe(refused)
    expect(await code(owner.send('POST', '/api/file-request', { name: 'More' }))).toBe(refused)
    const below = { filename: 'b.txt', content: 'x', path: 'new/b.txt', parent_id: top }
    expect(await code(owner.upload(below))).toBe(refused)
    expect(await code(owner.upload({ ...below, path: 'Deep/b.txt' }))).toBe('ok')
    expect(
      await code(owner.send('POST', '/api/teams/folders', { name: 'New', invitations: [] })),
    ).toBe('ok')
  })

  it('stops new team folders, made or turned into one', async () => {
    await restrict({ can_create_team_folder: 0 })
    const refused = '401 folder.restricted'
    const people = { invitations: [] }
    expect(await code(owner.send('POST', '/api/teams/folders', { name: 'New', ...people }))).toBe(
      refused,
    )
    expect(await code(owner.send('POST', `/api/teams/folders/${top}/convert`, people))).toBe(
      refused,
    )
    expect(await code(owner.send('POST', '/api/create-folder', { name: 'New' }))).toBe('ok')
  })

  it('stops what would come to him from others', async () => {
    const own = (await member.upload({ filename: 'own.txt', content: 'x' })).body.data.id
    await restrict({ can_upload: 0 })
    const items = [{ id: own, type: 'file' }]
    expect(await code(member.send('POST', '/api/move', { to_id: team, items }))).toBe(
      '401 upload.restricted',
    )
  })

  it('by an administrator is lifted by nobody who lifts another restriction', async () => {
    await restrict({ can_upload: 0 })
    await t.deps.transact(tx =>
      impose(tx, t.deps, {
        ...{ user_id: owner.userId, reason: 'administrator' },
        ...EVERYTHING_ALLOWED,
        can_upload: 0,
      }),
    )
    await release()
    expect(await restrictionsOf(owner)).toMatchObject({
      ...{ canUpload: false, reason_code: 'administrator' },
    })
  })

  it('shows on open pages at once', async () => {
    const page = await openPage(owner)
    const told = () => page.events.filter(({ type }) => type === 'account.changed').length
    await restrict({ can_upload: 0 })
    await expect.poll(told).toBe(1)
    await release()
    await expect.poll(told).toBe(2)
    page.close()
  })

  it('costs nobody else a statement', async () => {
    const statements = () => t.countQueries(() => owner.fetch(fileUrl, { method: 'HEAD' }))
    const free = await statements()
    await restrict({ can_upload: 0 })
    // How he stands, and the settings.
    expect(await statements()).toHaveLength(free.length + 2)
  })
})

describe('a download that runs ends within seconds', () => {
  it.each(['signed in', 'in his team', 'by a link', 'as an archive'])('%s', async how => {
    const parent_id = how === 'in his team' ? team : top
    const big = { filename: 'big.bin', content: randomBytes(48_000_000), parent_id }
    const { id } = (await owner.upload(big)).body.data
    const running = {
      'signed in': () => owner.fetch(`/file/${id}`),
      'in his team': () => member.fetch(`/file/${id}`),
      'by a link': () => t.anonymous().fetch(`/file/${id}/shared/${link}`),
      'as an archive': () => owner.fetch(`/api/zip?items=${top}|folder`),
    }[how] as () => Promise<Response>
    const response = await running()
    expect(response.status).toBe(200)
    await restrict({ can_download: 0 })
    await expect(readSlowly(response)).rejects.toThrow()
  })
})
