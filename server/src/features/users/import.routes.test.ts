import { adminUserTasks } from '@coffer/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { JobStore } from '../../jobs/queue.ts'
import { resumeTasks } from './index.ts'
import { userTaskJob } from './user-tasks.job-types.ts'

const t = await openTestApp()
let admin: TestClient
beforeAll(async () => {
  admin = await t.signIn('admin')
})

const send = (content: string | Uint8Array, query = 'dry_run=true') => {
  const form = new FormData()
  form.set('file', new Blob([content as string], { type: 'text/csv' }), 'users.csv')
  return admin.send('POST', `/api/admin/users/import?${query}`, form)
}

const problemsOf = async (content: string | Uint8Array) =>
  (await send(content)).body.data.problems.map(
    ({ line, problem }: { line: number; problem: string }) => [line, problem],
  )

const countUsers = async () => (await t.deps.db.selectFrom('users').select('id').execute()).length

describe('an import', () => {
  it('names each bad row in a dry run and changes nothing', async () => {
    const before = await countUsers()
    const rows = [
      'email,name,role,language,timezone,storage_gb',
      'ok@x.test,Fine,admin,es,Europe/Madrid,2.5',
      'nonsense,Bad,,,,',
      'ok@x.test,Again,,,,',
      'role@x.test,Bad,king,,,',
      'zone@x.test,Bad,,,Moon/Sea,',
      'size@x.test,Bad,,,,-1',
      '"formula@x.test","=HYPERLINK(""http://evil"")",,,,',
      '',
      'person-1@example.test,Taken,,,,',
      '"multi@x.test","Two\nlines",,,,',
      'last@x.test,,,,,',
    ].join('\r\n')
    expect(await problemsOf(rows)).toEqual([
      [3, 'email'],
      [4, 'duplicate'],
      [5, 'role'],
      [6, 'timezone'],
      [7, 'formula'],
      [8, 'formula'],
      [10, 'taken'],
      [11, 'name'],
    ])
    const real = await send(rows, 'dry_run=false')
    expect(real.body).toMatchObject({ task: null, data: { rows: 10, valid: 2, problems_total: 8 } })
    expect(await countUsers()).toBe(before)
  })

  it('reads an export whose names and emails begin like formulas', async () => {
    const people = [
      ['+ana@formula.test', '@lice'],
      ['=bob@formula.test', '-Bob; +Bobby'],
    ] as const
    const created = await send(
      ['email,name', ...people.map(([email, name]) => `'${email},'${name}`)].join('\r\n'),
      'dry_run=false&send_invitations=false',
    )
    expect(created.body.data).toMatchObject({ valid: 2, problems: [] })
    await t.runJobs()
    const read = () =>
      t.deps.db
        .selectFrom('users')
        .select(['email', 'name'])
        .where('email', 'like', '%@formula.test')
        .orderBy('email')
        .execute()
    const stored = people.map(([email, name]) => ({ email, name }))
    expect(await read()).toEqual(stored)

    const exported = await admin.fetch('/api/admin/users/export?query=formula.test')
    const file = new Uint8Array(await exported.arrayBuffer())
    expect(String(Buffer.from(file))).toContain("'+ana@formula.test")
    await t.deps.db
      .updateTable('users')
      .set({ email: sql<string>`email || '.before'` })
      .where('email', 'like', '%@formula.test')
      .execute()
    const again = await send(file, 'dry_run=false&send_invitations=false')
    expect(again.body.data).toMatchObject({ valid: 2, problems: [] })
    await t.runJobs()
    expect(await read()).toEqual(stored)
  })

  it('reads time zones as offsets, and limits as the export writes them', async () => {
    const rows = [
      'email,timezone,storage_limit_bytes',
      'east@o.test,+05:45,2500000001',
      'far@o.test,-03:00,unlimited',
      'home@o.test,,',
    ]
    expect(
      await problemsOf([...rows, 'bad@o.test,+05:45+A1,', 'no@o.test,,2.5'].join('\n')),
    ).toEqual([
      [5, 'formula'],
      [6, 'capacity'],
    ])
    await send(rows.join('\n'), 'dry_run=false&send_invitations=false')
    await t.runJobs()
    const timezones = await t.deps.db
      .selectFrom('users')
      .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
      .select(['email', 'timezone'])
      .where('email', 'like', '%@o.test')
      .orderBy('email')
      .execute()
    expect(timezones.map(row => row.timezone)).toEqual(['+05:45', '-03:00', null])
    const exported = await (await admin.fetch('/api/admin/users/export?query=o.test')).text()
    expect(exported).toMatch(/^east@o\.test,.*,2500000001,/m)
    expect(exported).toMatch(/^far@o\.test,.*,unlimited,/m)
    const again = exported.replaceAll('@o.test', '@p.test')
    expect((await send(again, 'dry_run=false&send_invitations=false')).body.data.valid).toBe(3)
    await t.runJobs()
    const copied = await (await admin.fetch('/api/admin/users/export?query=p.test')).text()
    expect(copied).toMatch(/^east@p\.test,.*,2500000001,/m)
    expect(copied).toMatch(/^far@p\.test,.*,unlimited,/m)
    const own = await t.deps.db
      .selectFrom('users')
      .innerJoin('user_quotas', 'user_quotas.user_id', 'users.id')
      .select('email')
      .where('email', 'like', '%@p.test')
      .where('has_own_capacity', '=', 1)
      .orderBy('email')
      .execute()
    expect(own.map(row => row.email)).toEqual(['east@p.test', 'far@p.test'])
  })

  it('reads the encodings and separators that spreadsheets write', async () => {
    const text = 'Correo electrónico;Nombre\r\njosé@x.test;José Ñandú\r\n'
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const latin1 = Buffer.from(text, 'latin1')
    for (const content of [text, `\u{FEFF}${text}`, utf16, latin1])
      expect((await send(content)).body.data).toMatchObject({ rows: 1, valid: 1, problems: [] })
  })

  it.each([
    ['without a header', 'a@x.test,Ann\n'],
    ['of a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])],
    ['that is empty', ''],
    ['with an open quote', 'email,name\n"a@x.test,Ann\n'],
  ])('refuses a file %s', async (_, content) => {
    const { status, body } = await send(content)
    expect([status, body.code]).toEqual([422, 'import.unreadable'])
  })

  it('creates invited users by a job that continues after a kill', async () => {
    const rows = Array.from({ length: 130 }, (_, index) => `user${index}@y.test,User ${index},user`)
    const content = ['email,name,role', ...rows].join('\n')
    const { body } = await send(content, 'dry_run=false&send_invitations=false')
    expect(body.task.attributes).toMatchObject({ kind: 'import', total: 130, done: 0 })
    const controller = new AbortController()
    controller.abort(new Error('killed'))
    const { runTask } = await import('./user-tasks.service.ts')
    await expect(runTask(t.deps, body.task.id, controller.signal)).rejects.toThrow('killed')
    const taskOf = async () =>
      (await admin.call(adminUserTasks.getUserTask, { params: { id: body.task.id } })).body.data
        .attributes
    expect(await taskOf()).toMatchObject({ state: 'running', done: 50 })
    const queue = t.deps.jobs as JobStore
    const [claimed] = await queue.claim([userTaskJob.name], 1)
    await resumeTasks(t.deps)
    expect(await queue.claim([userTaskJob.name], 1)).toEqual([])
    if (claimed) await queue.release(claimed)
    await t.runJobs()
    expect(await taskOf()).toMatchObject({ state: 'finished', done: 130, skipped_total: 0 })
    const listed = await admin.send('GET', '/api/admin/users?state=invited&query=y.test')
    expect(listed.body.meta.paginate.total).toBe(130)
  })

  it('streams a hundred thousand rows and refuses more', async () => {
    const rows = (count: number) =>
      `email,name\n${Array.from({ length: count }, (_, index) => `u${index}@z.test,U`).join('\n')}`
    expect((await send(rows(100_000))).body.data).toMatchObject({ valid: 100_000 })
    expect((await send(rows(100_001))).body.code).toBe('import.too_many_rows')
  })
})

describe('the export', () => {
  it('contains exactly the filtered users without formulas', async () => {
    await admin.send('POST', '/api/admin/users', {
      name: '=cmd',
      email: 'formula@w.test',
      password: 'correct horse battery',
    })
    const reply = await admin.fetch('/api/admin/users/export?query=w.test&sort=name')
    expect(reply.headers.get('content-type')).toContain('text/csv')
    const lines = (await reply.text()).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain("'=cmd")
    const all = await (await admin.fetch('/api/admin/users/export?sort=email')).text()
    expect(all.trim().split('\r\n')).toHaveLength((await countUsers()) + 1)
  })
})
