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
      user_id: client.userId,
      reason: 'unpaid',
      ...EVERYTHING_ALLOWED,
      ...flags,
    }),
  )
const release = () => t.deps.transact(tx => lift(tx, [owner.userId], 'unpaid'))
const restrictionsOf = async (client: TestClient) =>
  (await client.send('GET', '/api/user')).body.data.meta.restrictions
const folder = async (name: string, parent_id: string | null = null, client = owner) =>
  (await client.send('POST', '/api/create-folder', { name, parent_id })).body.data.id as string

/** An owner with files, an editor share, and a team folder with another member. */
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

const outcome = async (reply: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await reply
  return status < 400 ? 'ok' : `${status} ${body.code}`
}
const fetchOutcome = async (reply: Promise<Response>) => {
  const response = await reply
  if (response.ok) return 'ok'
  return `${response.status} ${((await response.json()) as { code: string }).code}`
}
const refs = () => ({ items: [{ id: file, type: 'file' }] })

// Q4
describe('an owner above their quota', () => {
  it.each([
    ['none', 'storage_full', /storage is full/],
    ['fixed', 'plan_full', /over your plan’s storage limit/],
  ] as const)(
    'on %s sees the reason, cannot upload, and loses no data',
    async (type, reason, message) => {
      await t.settings({ subscription_type: type })
      await t.limitStorage(owner.userId, 5)
      expect(await restrictionsOf(owner)).toEqual({
        canUpload: false,
        canDownload: true,
        canCreateFolder: true,
        canCreateTeamFolder: true,
        reason: expect.stringMatching(message),
        reason_code: reason,
        reasons: { canUpload: { code: reason, text: expect.stringMatching(message) } },
        all_reasons: [{ code: reason, text: expect.stringMatching(message) }],
      })
      expect(await outcome(owner.upload({ filename: 'b.txt', content: 'x' }))).toBe(
        '423 upload.quota_exceeded',
      )
      expect(await outcome(owner.send('POST', '/api/create-folder', { name: 'New' }))).toBe('ok')
      expect(await (await owner.fetch(fileUrl)).text()).toBe('0123456789')
      expect(await outcome(t.anonymous().send('GET', `/api/sharing/${link}`))).toBe('ok')
      await t.limitStorage(owner.userId, null)
      expect(await restrictionsOf(owner)).toMatchObject({ canUpload: true, reason: null })
      expect(await outcome(owner.upload({ filename: 'b.txt', content: 'x' }))).toBe('ok')
      await t.settings({ subscription_type: 'none' })
    },
  )
})

// Q5
describe('a restriction of an owner', () => {
  it('is explained to the owner in their language', async () => {
    await restrict({ can_download: 0 })
    expect(await restrictionsOf(owner)).toEqual({
      canUpload: true,
      canDownload: false,
      canCreateFolder: true,
      canCreateTeamFolder: true,
      reason: expect.stringMatching(/payment is due/),
      reason_code: 'unpaid',
      reasons: { canDownload: { code: 'unpaid', text: expect.stringMatching(/payment is due/) } },
      all_reasons: [{ code: 'unpaid', text: expect.stringMatching(/payment is due/) }],
    })
    const headers = { 'accept-language': 'es' }
    const spanish = await owner.send('GET', '/api/user', undefined, { headers })
    expect(spanish.body.data.meta.restrictions.reason).toMatch(/pago pendiente/)
    expect(await restrictionsOf(member)).toMatchObject({ canDownload: true, reason: null })
  })

  it('reveals its reason to the owner only', async () => {
    await restrict(NOTHING_ALLOWED)
    const ownerReply = await owner.upload({ filename: 'b.txt', content: 'x' })
    expect([ownerReply.status, ownerReply.body.message]).toEqual([
      401,
      expect.stringMatching(/payment is due/),
    ])
    const memberReply = await member.upload({ filename: 'b.txt', content: 'x', parent_id: team })
    expect([memberReply.status, memberReply.body.code]).toEqual([401, 'upload.restricted'])
    expect(memberReply.body.message).not.toMatch(/payment/)
  })

  it('stops uploads in every access scope, and nothing else', async () => {
    const requestApi = uploadRequestApi(t, owner)
    const { attributes } = await requestApi.ask()
    const guest = await requestApi.requestGuestId(attributes.token)
    const upload = { upload_id: crypto.randomUUID(), filename: 'long.bin', parent_id: top }
    const firstChunk = { ...upload, content: 'half', offset: '0', size: '8', is_last: 'false' }
    expect(await outcome(owner.upload(firstChunk))).toBe('ok')
    await restrict({ can_upload: 0 })
    const expected = '401 upload.restricted'
    const lastChunk = { ...upload, content: 'half', offset: '4', size: '8', is_last: 'true' }
    expect(await outcome(owner.upload(lastChunk))).toBe(expected)
    expect(await outcome(owner.upload({ filename: 'b.txt', content: 'x' }))).toBe(expected)
    expect(await outcome(member.upload({ filename: 'b.txt', content: 'x', parent_id: team }))).toBe(
      expected,
    )
    const byLink = `/api/sharing/upload/chunks/${link}`
    expect(await outcome(t.anonymous().upload({ filename: 'b.txt', content: 'x' }, byLink))).toBe(
      expected,
    )
    expect(await outcome(requestApi.send(guest, attributes.token))).toBe(expected)
    const entries = [{ filename: 'b.txt', path: '', size: 1 }]
    expect(
      await outcome(owner.send('POST', '/api/upload/preflight', { parent_id: top, entries })),
    ).toBe(expected)
    const remote = { urls: ['https://example.test/a.txt'], parent_id: top }
    expect(await outcome(owner.send('POST', '/api/upload/remote', remote))).toBe(expected)
    expect(await outcome(owner.send('POST', '/api/copy', { to_id: null, ...refs() }))).toBe(
      expected,
    )
    expect(await outcome(owner.send('POST', '/api/create-folder', { name: 'New' }))).toBe('ok')
    expect(await fetchOutcome(owner.fetch(fileUrl))).toBe('ok')
    const renamed = { name: 'b.txt', type: 'file' }
    expect(await outcome(owner.send('PATCH', `/api/rename/${file}`, renamed))).toBe('ok')
    expect(await outcome(member.upload({ filename: 'own.txt', content: 'x' }))).toBe('ok')
    await release()
    expect(await outcome(owner.upload(lastChunk))).toBe('ok')
  })

  it('stops downloads in every access scope', async () => {
    const requestApi = uploadRequestApi(t, owner)
    const { attributes } = await requestApi.ask()
    const guest = await requestApi.requestGuestId(attributes.token)
    await requestApi.send(guest, attributes.token, { filename: 'g.txt', content: 'x' })
    await restrict({ can_download: 0 })
    const expected = '401 download.restricted'
    expect(await fetchOutcome(owner.fetch(fileUrl))).toBe(expected)
    expect(await fetchOutcome(member.fetch(teamFile))).toBe(expected)
    expect(await fetchOutcome(owner.fetch(`/api/zip?items=${top}|folder`))).toBe(expected)
    expect(await fetchOutcome(owner.fetch(`/api/zip?select_all_in=${top}`))).toBe(expected)
    expect(await fetchOutcome(member.fetch(`/api/zip?select_all_in=${team}`))).toBe(expected)
    expect(await outcome(owner.send('POST', '/api/copy', { to_id: null, ...refs() }))).toBe(
      expected,
    )
    const unavailable = '401 share.unavailable'
    expect(await outcome(t.anonymous().send('GET', `/api/sharing/${link}`))).toBe(unavailable)
    expect(await fetchOutcome(t.anonymous().fetch(`/file/${file}/shared/${link}`))).toBe(
      unavailable,
    )
    expect(await outcome(guest.send('GET', `/api/file-request/${attributes.token}`))).toBe(
      '401 upload_request.unavailable',
    )
    expect(await outcome(owner.send('GET', `/api/browse/folders/${top}`))).toBe('ok')
    expect(await outcome(owner.upload({ filename: 'b.txt', content: 'x' }))).toBe('ok')
    await release()
    expect(await outcome(t.anonymous().send('GET', `/api/sharing/${link}`))).toBe('ok')
    expect(await fetchOutcome(owner.fetch(fileUrl))).toBe('ok')
  })

  it('stops new folders in every access scope, also those of an upload', async () => {
    const requestApi = uploadRequestApi(t, owner)
    const { attributes } = await requestApi.ask()
    const guest = await requestApi.requestGuestId(attributes.token)
    await restrict({ can_create_folder: 0 })
    const expected = '401 folder.restricted'
    const made = (client: TestClient, parent_id: string | null, path = '/api/create-folder') =>
      outcome(client.send('POST', path, { name: 'New', parent_id }))
    expect(await made(owner, null)).toBe(expected)
    expect(await made(member, team)).toBe(expected)
    expect(await made(t.anonymous(), deep, `/api/sharing/create-folder/${link}`)).toBe(expected)
    const createFolderPath = `/api/file-request/${attributes.token}/create-folder`
    expect(await made(guest, folderOf({ attributes }), createFolderPath)).toBe(expected)
    const customer = { member_number: '7', identification: 'X1', first_name: 'E', last_name: 'S' }
    expect(await outcome(owner.send('POST', '/api/create-folder-custom', customer))).toBe(expected)
    expect(await outcome(owner.send('POST', '/api/file-request', { name: 'More' }))).toBe(expected)
    const below = { filename: 'b.txt', content: 'x', path: 'new/b.txt', parent_id: top }
    expect(await outcome(owner.upload(below))).toBe(expected)
    expect(await outcome(owner.upload({ ...below, path: 'Deep/b.txt' }))).toBe('ok')
    expect(
      await outcome(owner.send('POST', '/api/teams/folders', { name: 'New', invitations: [] })),
    ).toBe('ok')
  })

  it('of new folders stops a bulk copy only when folders are among the items', async () => {
    await restrict({ can_create_folder: 0 })
    const copyAll = (folder_id: string, to_id: string, except: string[] = []) =>
      outcome(owner.send('POST', '/api/copy', { to_id, select_all_in: { folder_id, except } }))
    expect(await copyAll(team, deep)).toBe('ok')
    expect(await copyAll(top, team)).toBe('401 folder.restricted')
    expect(await copyAll(top, team, [deep])).toBe('ok')
  })

  it('stops new invitations to team folders, and no other change of members', async () => {
    const invite = (...invitations: object[]) =>
      outcome(owner.send('PUT', `/api/teams/folders/${team}`, { invitations }))
    const email = 'new@example.test'
    await restrict({ can_create_team_folder: 0 })
    expect(await invite({ email, permission: 'can_view' })).toBe('401 folder.restricted')
    await release()
    expect(await invite({ email, permission: 'can_view' })).toBe('ok')
    await restrict({ can_create_team_folder: 0 })
    expect(await invite({ email, permission: 'can_edit' })).toBe('ok')
    expect(await invite()).toBe('ok')
  })

  it('stops new team folders, created or converted', async () => {
    await restrict({ can_create_team_folder: 0 })
    const expected = '401 folder.restricted'
    const invitations: never[] = []
    expect(
      await outcome(owner.send('POST', '/api/teams/folders', { name: 'New', invitations })),
    ).toBe(expected)
    expect(
      await outcome(owner.send('POST', `/api/teams/folders/${top}/convert`, { invitations })),
    ).toBe(expected)
    expect(await outcome(owner.send('POST', '/api/create-folder', { name: 'New' }))).toBe('ok')
  })

  it('stops moves by others into the data of the owner', async () => {
    const id = (await member.upload({ filename: 'own.txt', content: 'x' })).body.data.id
    await restrict({ can_upload: 0 })
    const items = [{ id, type: 'file' }]
    expect(await outcome(member.send('POST', '/api/move', { to_id: team, items }))).toBe(
      '401 upload.restricted',
    )
  })

  it('of downloads stops moves of the data to another account', async () => {
    const theirs = await makeTeamWith(member, 'Theirs', [[owner, 'can_edit']])
    const move = (body: object) =>
      outcome(owner.send('POST', '/api/move', { to_id: theirs.id, ...body }))
    await restrict({ can_download: 0 })
    const expected = '401 download.restricted'
    expect(await move(refs())).toBe(expected)
    expect(await move({ items: [{ id: top, type: 'folder' }] })).toBe(expected)
    expect(await move({ select_all_in: { folder_id: top, except: [] } })).toBe(expected)
    expect(await outcome(owner.send('POST', '/api/move', { to_id: team, ...refs() }))).toBe('ok')
    await release()
    expect(await move({ items: [{ id: top, type: 'folder' }] })).toBe('ok')
  })

  it('of new folders stops moves by others that bring folders', async () => {
    const own = await folder('Own', null, member)
    await folder('Below', own, member)
    const single = (await member.upload({ filename: 'a.txt', content: 'x', parent_id: own })).body
      .data.id
    const move = (body: object) =>
      outcome(member.send('POST', '/api/move', { to_id: team, ...body }))
    await restrict({ can_create_folder: 0 })
    const expected = '401 folder.restricted'
    expect(await move({ items: [{ id: own, type: 'folder' }] })).toBe(expected)
    expect(await move({ select_all_in: { folder_id: own, except: [] } })).toBe(expected)
    expect(await move({ items: [{ id: single, type: 'file' }] })).toBe('ok')
    expect(
      await outcome(
        owner.send('POST', '/api/move', { to_id: team, items: [{ id: deep, type: 'folder' }] }),
      ),
    ).toBe('ok')
  })

  it('of new folders ignores team folders, which a bulk move leaves at the root', async () => {
    await makeTeamWith(member, 'Stays', [])
    await member.upload({ filename: 'a.txt', content: 'x' })
    await restrict({ can_create_folder: 0 })
    const body = { to_id: team, select_all_in: { folder_id: member.userId, except: [] } }
    expect(await outcome(member.send('POST', '/api/move', body))).toBe('ok')
  })

  it('shows the text of the administrator to the owner only', async () => {
    const message = 'Please call the office.'
    await t.deps.transact(tx =>
      impose(tx, t.deps, {
        user_id: owner.userId,
        reason: 'administrator',
        ...EVERYTHING_ALLOWED,
        can_upload: 0,
        message,
      }),
    )
    const ownerReply = await owner.upload({ filename: 'b.txt', content: 'x' })
    expect([ownerReply.status, ownerReply.body.message]).toEqual([401, message])
    const memberReply = await member.upload({ filename: 'b.txt', content: 'x', parent_id: team })
    expect([memberReply.status, memberReply.body.code]).toEqual([401, 'upload.restricted'])
    expect(memberReply.body.message).not.toBe(message)
  })

  it('stays in force when a restriction with another reason is lifted', async () => {
    await restrict({ can_upload: 0 })
    await t.deps.transact(tx =>
      impose(tx, t.deps, {
        user_id: owner.userId,
        reason: 'administrator',
        ...EVERYTHING_ALLOWED,
        can_upload: 0,
      }),
    )
    await release()
    expect(await restrictionsOf(owner)).toMatchObject({
      canUpload: false,
      reason_code: 'administrator',
    })
  })

  it('is published to open pages at once', async () => {
    const page = await openPage(owner)
    const accountChanges = () => page.events.filter(({ type }) => type === 'account.changed').length
    await restrict({ can_upload: 0 })
    await expect.poll(accountChanges).toBe(1)
    await release()
    await expect.poll(accountChanges).toBe(2)
    page.close()
  })

  it('adds two statements for restricted owners and none for others', async () => {
    const statements = () => t.countQueries(() => owner.fetch(fileUrl, { method: 'HEAD' }))
    const unrestricted = await statements()
    await restrict({ can_upload: 0 })
    // The account state and the settings.
    expect(await statements()).toHaveLength(unrestricted.length + 2)
  })
})

describe('a restriction aborts a running download', () => {
  it.each(['by the owner', 'by a team member', 'by a guest', 'as a zip'])(
    '%s',
    async transferKind => {
      const parent_id = transferKind === 'by a team member' ? team : top
      const big = { filename: 'big.bin', content: randomBytes(48_000_000), parent_id }
      const { id } = (await owner.upload(big)).body.data
      const running = {
        'by the owner': () => owner.fetch(`/file/${id}`),
        'by a team member': () => member.fetch(`/file/${id}`),
        'by a guest': () => t.anonymous().fetch(`/file/${id}/shared/${link}`),
        'as a zip': () => owner.fetch(`/api/zip?items=${top}|folder`),
      }[transferKind] as () => Promise<Response>
      const response = await running()
      expect(response.status).toBe(200)
      await restrict({ can_download: 0 })
      await expect(readSlowly(response)).rejects.toThrow()
    },
  )
})
