import { accountDeletion } from '@coffer/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { redirectsTo, serves } from '../../../test/link-server.ts'
import {
  codes,
  createRemoteRig,
  MAX_BYTES,
  read,
  reservedBytes,
  runAll,
  start,
} from '../../../test/remote-upload-server.ts'
import { emailOf, makeTeamWith } from '../../../test/teams.ts'
import { createTestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { UserActor } from '../../actor.ts'
import { problemsFor } from '../../http/problem.ts'
import { impose } from '../restrictions/index.ts'
import { startRemoteUploads } from './remote-uploads.service.ts'

const rig = await createRemoteRig()
const { patient: t, links } = rig
afterAll(() => rig.close())

/** Fetches one link and returns the error code. */
async function codeFor(path: string, app = t, client?: TestClient): Promise<string | undefined> {
  const ann = client ?? (await app.signIn())
  const before = await app.storedFiles()
  await start(ann, [links.url(path)])
  await runAll(app, ann)
  const [code] = (await codes(ann)) ?? []
  // Neither bytes nor a reservation are left.
  if (code)
    expect([await app.storedFiles(), await ann.names(), await reservedBytes(app, ann)]).toEqual([
      before,
      [],
      0,
    ])
  return code
}

describe('a file from a link', () => {
  it('becomes a file like an upload, counted and with its type', async () => {
    const ann = await t.signIn()
    const { body: created } = await ann.send('POST', '/api/create-folder', { name: 'In' })
    links.on('/my%20notes.txt', serves('some notes'))
    const { status, body } = await start(ann, [links.url('/my%20notes.txt')], created.data.id)
    expect([status, body.data.total, body.data.processed]).toEqual([201, 1, 0])
    await t.runJobs()
    expect(await read(ann)).toBeNull()
    const listed = await ann.send('GET', `/api/browse/folders/${created.data.id}`)
    const [item] = listed.body.data
    expect(item.attributes).toMatchObject({
      name: 'my-notes.txt',
      original_name: 'my notes.txt',
      size_bytes: 10,
      mimetype: 'text/plain',
    })
    expect(String(Buffer.from(await ann.download(item)))).toBe('some notes')
    const { used_bytes, reserved_bytes } = await t.storage(ann.userId)
    expect([Number(used_bytes), Number(reserved_bytes)]).toEqual([10, 0])
  })

  // Q5
  it('is rejected if the owner is restricted by the time it is fetched', async () => {
    const ann = await t.signIn()
    links.on('/later.txt', serves('content'))
    const allowed = { can_download: 1, can_create_folder: 1, can_create_team_folder: 1 } as const
    await start(ann, [links.url('/later.txt')])
    await t.deps.transact(tx =>
      impose(tx, t.deps, {
        user_id: ann.userId,
        reason: 'administrator',
        can_upload: 0,
        ...allowed,
      }),
    )
    await runAll(t, ann)
    expect([await codes(ann), await ann.names()]).toEqual([['upload.restricted'], []])
  })

  it('of unknown size is stored completely', async () => {
    const ann = await t.signIn()
    const content = Buffer.alloc(300_000, 'x')
    links.on('/stream.txt', response => response.end(content.toString()))
    links.on('/chunks.txt', response => {
      response.write(content.subarray(0, 100_000))
      response.end(content.subarray(100_000))
    })
    await start(ann, [links.url('/stream.txt'), links.url('/chunks.txt')])
    await t.runJobs()
    expect(await ann.names()).toEqual(['chunks.txt', 'stream.txt'])
    expect(Number((await t.storage(ann.userId)).used_bytes)).toBe(600_000)
    expect(await reservedBytes(t, ann)).toBe(0)
  })

  // R5
  it('uses the name in Content-Disposition without its path', async () => {
    const ann = await t.signIn()
    const disposition = { 'content-disposition': 'attachment; filename="../../x.txt"' }
    links.on('/named', serves('named', disposition))
    links.on('/', serves('%PDF-1.4 nothing'))
    await start(ann, [links.url('/named'), links.url('/')])
    await t.runJobs()
    expect(await ann.names()).toEqual(['download.pdf', 'x.txt'])
  })

  it('gets a numbered name if its name is taken', async () => {
    const ann = await t.signIn()
    links.on('/twice.txt', serves('twice'))
    for (let time = 0; time < 2; time += 1) {
      await start(ann, [links.url('/twice.txt')])
      await t.runJobs()
    }
    expect(await ann.names()).toEqual(['twice (2).txt', 'twice.txt'])
  })
})

// R1
describe('rejects before any request', () => {
  it.each([
    'http://127.0.0.1/a',
    'http://localhost/a',
    'http://[::ffff:127.0.0.1]/a',
    'http://2130706433/a',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'ftp://example.com/a',
    'http://user:pass@example.com/a',
    'http://example.com:25/a',
  ])('%s', async link => {
    const ann = await t.signIn()
    const { status, body } = await start(ann, ['https://example.com/fine.txt', link])
    expect([status, body.code, Object.keys(body.errors)]).toEqual([
      422,
      'remote.blocked_address',
      ['urls.1'],
    ])
    expect(await read(ann)).toBeNull()
  })

  it('an internal address, with the same response whether a server exists or not', async () => {
    const ann = await rig.impatient.signIn()
    const own = new URL(rig.impatient.origin).port
    const problems = await Promise.all(
      [`http://127.0.0.1:${own}/api/ping`, 'http://127.0.0.1:1/'].map(
        async link => (await start(ann, [link])).body,
      ),
    )
    const [open, closed] = problems.map(({ title, detail, errors }) => ({ title, detail, errors }))
    expect(open).toEqual(closed)
  })

  it('invalid links, each marked', async () => {
    const ann = await t.signIn()
    const { status, body } = await start(ann, ['hello', links.url('/x'), 'http://'])
    expect([status, body.code]).toEqual([422, 'request.invalid'])
    expect(Object.keys(body.errors)).toEqual(['urls.0', 'urls.2'])
  })

  it('another user’s folder, like a missing one', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const { body } = await bob.send('POST', '/api/create-folder', { name: 'Private' })
    expect((await start(ann, [links.url('/x')], body.data.id)).status).toBe(404)
  })
})

// R2
it('a name that resolves to an internal address answers like an unknown name', async () => {
  const app = await createTestApp({
    resolve: async host => (host === 'inside.test' ? [{ address: '10.0.0.1', family: 4 }] : []),
  })
  const ann = await app.signIn()
  await start(ann, ['http://inside.test/a', 'http://unknown.test/a'])
  await runAll(app, ann)
  expect(await codes(ann)).toEqual(['remote.unreachable', 'remote.unreachable'])
  await app.close()
})

// R4
describe('a failed upload leaves nothing:', () => {
  it('an endless response, once it exceeds the size limit', async () => {
    links.on('/endless', response => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
      }
      response.on('drain', more)
      more()
    })
    expect(await codeFor('/endless')).toBe('upload.too_large')
  })

  it('a declared size over the limit', async () => {
    links.on('/large', response =>
      response.writeHead(200, { 'content-length': MAX_BYTES + 1 }).write('x'),
    )
    expect(await codeFor('/large')).toBe('upload.too_large')
  })

  it.each([
    ['declared', { 'content-length': '200000' }],
    ['undeclared', {}],
  ])('a file of %s size over the quota', async (_, headers) => {
    const ann = await t.signIn()
    await t.limitStorage(ann.userId, 150_000)
    links.on('/roomy', response => {
      response.writeHead(200, headers)
      response.end(Buffer.alloc(200_000, 'x'))
    })
    expect(await codeFor('/roomy', t, ann)).toBe('upload.quota_exceeded')
  })

  it('a file that exactly fits the quota succeeds', async () => {
    const ann = await t.signIn()
    await t.limitStorage(ann.userId, 200_000)
    links.on('/fits', response => response.write(Buffer.alloc(200_000, 'x'), () => response.end()))
    expect(await codeFor('/fits', t, ann)).toBeUndefined()
    expect(Number((await t.storage(ann.userId)).used_bytes)).toBe(200_000)
  })

  it('a very slow sender', async () => {
    links.on('/drops', response => {
      const drop = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drop))
    })
    expect(await codeFor('/drops', rig.impatient)).toBe('remote.too_slow')
  })

  it('a sender that sends nothing', async () => {
    links.on('/nothing', () => undefined)
    expect(await codeFor('/nothing', rig.impatient)).toBe('remote.too_slow')
  })

  it('a response shorter than declared', async () => {
    links.on('/liar', response => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('too little', () => response.destroy())
    })
    expect(await codeFor('/liar')).toBe('remote.connection_lost')
  })

  it('a compressed response, which was not requested', async () => {
    links.on('/bomb', serves('packed', { 'content-encoding': 'gzip' }))
    expect(await codeFor('/bomb')).toBe('remote.compressed')
  })

  it('a sign-in page instead of the file', async () => {
    links.on('/report.pdf', redirectsTo('/login'))
    links.on('/login', serves('<!doctype html><form>', { 'content-type': 'text/html' }))
    expect(await codeFor('/report.pdf')).toBe('remote.web_page')
  })

  it('an empty file', async () => {
    links.on('/empty.txt', serves(''))
    expect(await codeFor('/empty.txt')).toBe('upload.empty')
  })

  it('a disallowed type, whatever its name', async () => {
    await t.settings({ mimetypes_blacklist: 'application/pdf,exe' })
    links.on('/tool.exe', serves('MZ'))
    links.on('/paper.txt', serves('%PDF-1.4 nothing'))
    expect(await codeFor('/tool.exe')).toBe('upload.type_not_allowed')
    expect(await codeFor('/paper.txt')).toBe('upload.type_not_allowed')
    await t.settings({ mimetypes_blacklist: '' })
  })

  it('a folder that no longer exists', async () => {
    const ann = await t.signIn()
    const { body } = await ann.send('POST', '/api/create-folder', { name: 'Gone' })
    await start(ann, [links.url('/same.txt')], body.data.id)
    const items = [{ id: body.data.id, type: 'folder' }]
    await ann.send('POST', '/api/remove', { items })
    await t.runJobs()
    expect(await codes(ann)).toEqual(['upload.parent_gone'])
  })

  it.each([
    [401, 1],
    [403, 1],
    [404, 1],
    [500, 3],
    [503, 3],
  ])('a response with status %i, after %i attempts', async (status, tries) => {
    const path = `/status-${status}`
    links.on(path, response => response.writeHead(status).end('no'))
    expect(await codeFor(path)).toBe('remote.refused')
    expect(links.asked.filter(requestedPath => requestedPath === path)).toHaveLength(tries)
  })
})

it('queues a link again that ends while its transaction is repeated', async () => {
  const ann = await t.signIn()
  const url = links.url('/same.txt')
  await start(ann, [url])
  const transact: typeof t.deps.transact = async piece => {
    await t.deps
      .transact(async tx => {
        await piece(tx)
        throw new Error('conflict')
      })
      .catch(() => undefined)
    await t.deps.db.deleteFrom('remote_uploads').where('user_id', '=', ann.userId).execute()
    return t.deps.transact(piece)
  }
  const actor = { kind: 'user', userId: ann.userId, role: 'user' } as UserActor
  const input = { urls: [url], parent_id: null }
  const deps = { ...t.deps, transact }
  expect(await startRemoteUploads(deps, actor, input, problemsFor({ headers: {} }))).toMatchObject({
    total: 1,
  })
})

it('continues the queue of a member whose running transfer ends with the owner’s account', async () => {
  const owner = await t.signIn()
  const member = await t.signIn()
  const { id: team } = await makeTeamWith(owner, 'Team', [[member, 'can_edit']])
  links.on('/held.txt', response => response.write('x'.repeat(100_000)))
  links.on('/next.txt', serves('next'))
  await start(member, [links.url('/held.txt')], team)
  const work = t.runJobs()
  await expect.poll(async () => (await read(member))?.current?.name).toBe('held.txt')
  await start(member, [links.url('/next.txt')])
  const body = { email: await emailOf(owner), password: 'correct horse battery' }
  expect((await owner.call(accountDeletion.deleteAccount, { body })).status).toBe(204)
  await work
  await t.runJobs()
  expect([await member.names(), await read(member)]).toEqual([['next.txt'], null])
})

it.each([
  ['is removed from its team', [], 'upload.parent_gone'],
  ['may only view its team', ['can_view'], 'auth.forbidden'],
])('ends the running transfer of a member who %s', async (_, permissions, code) => {
  const owner = await t.signIn()
  const member = await t.signIn()
  const { id: team } = await makeTeamWith(owner, 'Team', [[member, 'can_edit']])
  const before = await t.storedFiles()
  links.on('/kept.txt', response => response.write('x'.repeat(100_000)))
  await start(member, [links.url('/kept.txt')], team)
  const work = t.runJobs()
  await expect.poll(() => reservedBytes(t, owner)).toBeGreaterThan(0)
  const members = permissions.map(permission => ({ id: member.userId, permission }))
  expect((await owner.send('PUT', `/api/teams/folders/${team}`, { members })).status).toBe(200)
  // The other server has not sent the rest of the file.
  await work
  expect([await reservedBytes(t, owner), await t.storedFiles()]).toEqual([0, before])
  expect(await codes(member)).toEqual([code])
})
