import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Schema } from '../src/db/schema.ts'
import { countBlocked } from './concurrent-statements.ts'
import { openTestApp } from './open-test-app.ts'
import { METERED, PLANS } from './plans.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')

const TYPES = '/api/admin/documents'
const SUBCATEGORIES = '/api/admin/sub-categories'
const PAGES = '/api/admin/pages'
const LANGUAGES = '/api/admin/languages'
const USERS = '/api/admin/users'

type Call = [method: 'POST' | 'PATCH', path: string, body: object]

const newPage = (slug: string): Call => [
  'POST',
  PAGES,
  { slug, visibility: 'public', texts: { en: { title: 'About', content: 'Text' } } },
]

async function idOf(...call: Call): Promise<string> {
  const { status, body } = await admin.send(...call)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

const newUser = (email: string): Call => [
  'POST',
  USERS,
  { name: 'Jon Ek', email, role: 'user', password: 'a quiet harbour 42' },
]

const changeOfEmail = async (email: string): Promise<Call> => [
  'PATCH',
  `${USERS}/${(await t.signIn()).userId}`,
  { email, email_change: 'force' },
]

/**
 * Sends calls at the same time. On PostgreSQL no call writes to the table before all of them have
 * checked that the value is free.
 */
async function race(table: keyof Schema, calls: Call[]): Promise<string[]> {
  const send = () => Promise.all(calls.map(call => admin.send(...call)))
  const sendBehindLock = (db: Kysely<Schema>) =>
    db.transaction().execute(async tx => {
      await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
      const replies = send()
      // PostgreSQL lists the waiting statements once per transaction, so it is asked outside of it.
      await expect.poll(() => countBlocked(t.deps.db), { timeout: 60_000 }).toBe(calls.length)
      return { replies }
    })
  const { replies } = t.database.url ? await sendBehindLock(t.deps.db) : { replies: send() }
  return (await replies).map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort()
}

it('one of two concurrent document types gets the name', async () => {
  const call: Call = ['POST', TYPES, { name: 'Permit', fields: [] }]
  expect(await race('document_types', [call, call])).toEqual([
    '201',
    '409 document_type.name_taken',
  ])
})

it('one of two document types is renamed to the same name', async () => {
  const rename = async (name: string): Promise<Call> => [
    'PATCH',
    `${TYPES}/${await idOf('POST', TYPES, { name, fields: [] })}`,
    { name: 'Contract' },
  ]
  const calls = [await rename('Deal'), await rename('Agreement')]
  expect(await race('document_types', calls)).toEqual(['200', '409 document_type.name_taken'])
})

it('one of two concurrent subcategories gets the name', async () => {
  const type_document_id = await idOf('POST', TYPES, { name: 'Survey', fields: [] })
  const call: Call = ['POST', SUBCATEGORIES, { name: 'Lease', type_document_id, fields: [] }]
  expect(await race('subcategories', [call, call])).toEqual(['201', '409 document_type.name_taken'])
})

it('one of two concurrent languages is added', async () => {
  const call: Call = ['POST', LANGUAGES, { locale: 'fr', name: 'Français' }]
  expect(await race('languages', [call, call])).toEqual(['201', '409 language.exists'])
})

it('one of two pages is moved to the same address', async () => {
  for (const slug of ['about', 'imprint']) await idOf(...newPage(slug))
  const move = (slug: string): Call => ['PATCH', `${PAGES}/${slug}`, { slug: 'legal' }]
  const calls = [move('about'), move('imprint')]
  expect(await race('pages', calls)).toEqual(['200', '409 page.exists'])
})

it('one of two concurrent metered plans is created', async () => {
  const call: Call = ['POST', PLANS, METERED]
  expect(await race('plans', [call, call])).toEqual(['201', '409 plan.metered_exists'])
})

it('one of two users gets the same new address', async () => {
  const email = 'jon.ek@example.test'
  const calls = [await changeOfEmail(email), await changeOfEmail(email)]
  expect(await race('users', calls)).toEqual(['200', '422 auth.address_taken'])
})

it('an address goes to a new user or to a changed one', async () => {
  const email = 'ann.ek@example.test'
  const replies = await race('users', [await changeOfEmail(email), newUser(email)])
  expect([
    ['200', '422 auth.address_taken'],
    ['201', '422 auth.address_taken'],
  ]).toContainEqual(replies)
})
