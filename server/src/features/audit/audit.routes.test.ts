import { audit, documentTypeEditing } from '@coffer/contract'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { openTestApp } from '../../../test/open-test-app.ts'
import { PASSWORD } from '../../../test/people.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()
let admin: TestClient
let ann: TestClient
beforeAll(async () => {
  admin = await t.signIn('admin')
  ann = await t.signIn()
})

type Listed = z.output<typeof audit.listAudit.response>
const list = async (query: Record<string, string | number> = {}): Promise<Listed> =>
  (await admin.call(audit.listAudit, { query: query as never })).body
type Activity = z.output<typeof audit.listActivity.response>
const activityOf = async (client: TestClient, query = {}): Promise<Activity> =>
  (await client.call(audit.listActivity, { query })).body
const actionsOf = ({ data }: { data: audit.AuditEntry[] }) =>
  data.map(({ attributes }) => attributes.action)
const createType = (name: string) =>
  admin.call(documentTypeEditing.createDocumentType, { body: { name } })

describe('the audit log', () => {
  it('returns actor, action, target and IP address', async () => {
    await createType('Invoice')
    const { data } = await list({ query: 'invoice' })
    expect(data[0]?.attributes).toMatchObject({
      action: 'document_type.created',
      text: 'Person 1 created the document type Invoice',
      actor: { type: 'user', id: admin.userId, name: 'Person 1', token: null },
      ip: '127.0.0.1',
      target: { type: 'document-type', name: 'Invoice' },
      after: { name: 'Invoice', fields: [] },
    })
    expect(data[0]?.attributes.request_id).toMatch(/^[\da-f-]{36}$/)
  })

  it('is written in the language of the reader', async () => {
    const reply = await admin.send('GET', '/api/admin/audit?query=invoice', undefined, {
      headers: { 'accept-language': 'es' },
    })
    expect(reply.body.data[0].attributes.text).toBe('Person 1 creó el tipo de documento Invoice')
  })

  it('pages, sorts and filters', async () => {
    const all = await list({ per_page: 100 })
    expect(all.meta.paginate.total).toBe(all.meta.all)
    const numbers = all.data.map(entry => Number(entry.id))
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    const second = await list({ per_page: 2, page: 2 })
    expect(second.data.map(({ id }) => id)).toEqual(all.data.slice(2, 4).map(({ id }) => id))
    const oldest = await list({ per_page: 2, direction: 'asc' })
    expect(oldest.data.map(({ id }) => id)).toEqual(['1', '2'])
    const byAction = actionsOf(await list({ sort: 'action', direction: 'asc', per_page: 100 }))
    expect(byAction).toEqual(byAction.toSorted())
    const users = await list({ sort: 'user', direction: 'desc' })
    expect(users.data).toHaveLength(all.meta.all)
    expect(new Set(actionsOf(await list({ category: 'document_type' })))).toEqual(
      new Set(['document_type.created']),
    )
    expect((await list({ actor: ann.userId })).data).toEqual([])
    expect(actionsOf(await list({ target: ann.userId }))).toEqual(['account.created'])
    expect((await list({ actor_type: 'system' })).data.length).toBeGreaterThan(0)
    expect((await list({ ip: '127.0.0.1' })).data.length).toBeGreaterThan(0)
    expect((await list({ ip: '192.0.2.1' })).data).toEqual([])
    expect((await list({ at_to: '2020-01-01' })).data).toEqual([])
    expect((await list({ at_from: '2020-01-01' })).meta.paginate.total).toBe(all.meta.all)
    expect((await list({ query: '127.0', category: 'document_type' })).data).toHaveLength(1)
  })

  it('reads a page with at most 6 statements', async () => {
    for (const query of ['', '?query=person', '?category=account&sort=user&page=2&per_page=1'])
      expect(
        (await t.countQueries(() => admin.send('GET', `/api/admin/audit${query}`))).length,
      ).toBeLessThanOrEqual(6)
  })

  it('is exported as CSV without formulas, and as JSON with its hashes', async () => {
    await createType('=1+1')
    const csv = await admin.fetch('/api/admin/audit/export?category=document_type')
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const rows = parse(await csv.text(), { bom: true, columns: true }) as Record<string, string>[]
    expect(rows.map(row => row.Target)).toContain("'=1+1")
    const json = await admin.fetch('/api/admin/audit/export?format=json&direction=asc')
    const entries = (await json.json()) as { seq: number; hash: string; action: string }[]
    expect(entries[0]).toMatchObject({ seq: 1, hash: expect.stringMatching(/^[\w-]{43}$/) })
    expect(entries.at(-1)?.action).toBe('audit.exported')
  })

  it('refuses a filter that does not exist', async () => {
    expect((await admin.send('GET', '/api/admin/audit?category=nothing')).status).toBe(422)
  })
})

describe('recent activity', () => {
  it('shows only entries by or about the user, the latest first', async () => {
    const ben = await t.signIn()
    const client = t.anonymous()
    const signIn = (password: string) =>
      emailOf(ben).then(email =>
        client.send('POST', '/api/auth/sign-in/email', { email, password }),
      )
    await signIn('not the password')
    await t.runJobs()
    await signIn(PASSWORD)
    const { data, meta } = await activityOf(ben)
    expect(data.map(({ attributes }) => attributes.action)).toEqual([
      'sign_in.password',
      'sign_in.refused',
      'account.created',
    ])
    expect(meta.has_more).toBe(false)
    expect(data[0]?.attributes.ip).toBe('127.0.0.1')
    const before = Number(data[0]?.id)
    const older = await activityOf(ben, { before })
    expect(older.data).toEqual(data.slice(1))
    const ofAnn = await activityOf(ann)
    expect(ofAnn.data.map(({ attributes }) => attributes.action)).toEqual(['account.created'])
  })

  it('hides the IP address of other actors', async () => {
    await sql`update audit_entries set actor_id = ${admin.userId}, ip = '198.51.100.7'
      where target_id = ${ann.userId}`.execute(t.deps.db)
    const { data } = await activityOf(ann)
    expect(data.map(({ attributes }) => attributes.ip)).toEqual([null])
  })
})

it('records no refused sign-in of an address without an account', async () => {
  const body = { email: 'unknown@example.test', password: 'x' }
  await t.anonymous().send('POST', '/api/auth/sign-in/email', body)
  const before = (await list()).meta.all
  await t.runJobs()
  expect((await list()).meta.all).toBe(before)
})
