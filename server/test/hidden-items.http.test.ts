import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { endpoints, idPaths, nameOf, sendBy, variantsOf, withAt } from './endpoints.ts'
import { seedBilling } from './example-billing.ts'
import { exampleFor, seed } from './example-requests.ts'
import { openTestApp } from './open-test-app.ts'
import { ownershipOf } from './snapshot.ts'
import type { Answer, TestClient } from './test-client.ts'
import { openWriteLog, type Write } from './write-log.ts'

const WORD = 'secret-of-ann'
const t = await openTestApp()
const ann = await t.signIn()
/** The ids of everything Ann owns: her home, live and trashed items, and unfinished uploads. */
const annsIds = await everythingOf(ann)
const ownedByAnn = await ownershipOf(t.deps.db, ann.userId)
const writes = await openWriteLog(t.database)

async function everythingOf(client: TestClient): Promise<Record<string, string>> {
  const { folder, file, picture, version, upload, team, session, token } = await seed(client, WORD)
  await t.runJobs()
  const removed = await seed(client, `${WORD}-removed`)
  const { subscription, invoice, checkout, payment, card } = await seedBilling(t, client)
  const { passkey, account } = await insertSignIns(client)
  const single = await client.upload({ filename: `${WORD}-removed.txt` })
  const items = [
    { id: removed.folder, type: 'folder' },
    { id: single.body.data.id, type: 'file' },
  ]
  await client.send('POST', '/api/remove', { items })
  return {
    'a home': client.userId,
    'a folder': folder,
    'a team folder': team,
    'a file': file,
    'a version': version,
    'a picture': picture,
    'a folder in the trash': removed.folder,
    'a file inside a folder in the trash': removed.file,
    'a file in the trash': single.body.data.id,
    'an upload': upload,
    'an upload into the trash': removed.upload,
    'a subscription': subscription,
    'an invoice': invoice,
    'a checkout': checkout,
    'a payment': payment,
    'a card': card,
    'a session': session,
    'an access token': token,
    'a passkey': passkey,
    'an account of a provider': account,
  }
}

/** Ways to sign in that only browsers and providers can add. */
async function insertSignIns({ userId }: TestClient) {
  const [passkey, account] = [randomUUID(), randomUUID()]
  const at = t.deps.now().toISOString()
  await sql`insert into passkeys
    (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
    values (${passkey}, ${userId}, ${WORD}, 'key', ${passkey}, 0, 'singleDevice', 1 = 0)`.execute(
    t.deps.db,
  )
  await t.deps.db
    .insertInto('accounts')
    .values({
      id: account,
      user_id: userId,
      provider_id: 'google',
      account_id: account,
      password: null,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return { passkey, account }
}

/** The parameters by which calls of a session name something of a user. Plans belong to no user. */
const NAMED_IN_SESSIONS: Record<string, string> = {
  'DELETE /api/user/tokens/:id': 'an access token',
  'POST /api/auth/unlink-account': 'an account of a provider',
  'POST /api/auth/passkey/delete-passkey': 'a passkey',
  'POST /api/auth/passkey/update-passkey': 'a passkey',
  'POST /api/auth/revoke-session': 'a session',
  'POST /api/subscriptions/edit/:subscription': 'a subscription',
  'GET /api/subscriptions/checkouts/:id': 'a checkout',
  'DELETE /api/subscriptions/payment-methods/:id': 'a card',
}

it('everything that calls of a session name is tried with the id of another user', () => {
  const names = endpoints
    .filter(({ access }) => access === 'session')
    .filter(endpoint => idPaths(endpoint).some(path => !/^plan/.test(String(path.at(-1)))))
    .map(nameOf)
  expect(names.toSorted()).toEqual(Object.keys(NAMED_IN_SESSIONS).toSorted())
  for (const kind of Object.values(NAMED_IN_SESSIONS)) expect(annsIds[kind]).toBeDefined()
})

const someRow = ({ before, after }: Write, matches: (values: Record<string, unknown>) => boolean) =>
  [before, after].some(values => values !== null && matches(values))

/** Everything in a response by which a caller could distinguish it from another. */
function observableParts({ status, headers, body }: Answer<unknown>, id: string) {
  const text = JSON.stringify(typeof body === 'string' ? body : { ...body, request_id: '' })
    .replaceAll(id, 'the id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
  return { status, text, headers: [...headers].filter(([name]) => name !== 'date') }
}

const idCases = endpoints.flatMap(endpoint =>
  variantsOf(endpoint).flatMap(variant =>
    idPaths(endpoint).map(path => ({
      endpoint,
      variant,
      path,
      name: `${[variant.method, variant.path, variant.as].join(' ').trim()} by ${path.join('.')}`,
    })),
  ),
)

// P5
// Z5
describe('an existing id of another user answers like a missing one', () => {
  async function newStranger() {
    const eve = await t.signIn()
    return { eve, own: { ...(await seed(eve, 'own')), ...(await seedBilling(t, eve)) } }
  }
  /** A user whose data is unchanged is reused for the next case. */
  let unchanged: Awaited<ReturnType<typeof newStranger>> | undefined

  it.each(idCases)('$name', async ({ endpoint, variant, path }) => {
    const { eve, own } = unchanged ?? (await newStranger())
    unchanged = undefined
    const ask = async (id: string) => {
      const request = withAt(exampleFor(endpoint, own), path, id)
      return observableParts(await sendBy(eve, endpoint, variant, request), id)
    }
    const { written } = await writes.during(async () => {
      const missing = await ask(randomUUID())
      expect(missing.status).not.toBe(429)
      for (const [label, id] of Object.entries(annsIds)) {
        await t.deps.db.deleteFrom('rate_limits').where('key', 'like', `%|${eve.userId}`).execute()
        expect(await ask(id), label).toEqual(missing)
      }
    })
    // An upload of her own may have any id she chooses.
    const isUploadOfEve = ({ table, before, after }: Write) =>
      table === 'uploads' && [before, after].every(row => !row || row.owner_id === eve.userId)
    expect(written.filter(write => someRow(write, ownedByAnn) && !isUploadOfEve(write))).toEqual([])
    if (written.length === 0) unchanged = { eve, own }
  })
})

it('no list of another user contains a trace of it', async () => {
  const eve = await t.signIn()
  const own = { ...(await seed(eve, 'own')), ...(await seedBilling(t, eve)) }
  const traces = [WORD, ...Object.values(annsIds)]
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const request = exampleFor(endpoint, own)
    const tops = idPaths(endpoint).map(path => withAt(request, path, 'all'))
    for (const candidate of [request, ...tops]) {
      const { body } = await sendBy(eve, endpoint, endpoint, candidate)
      expect(traces.filter(trace => JSON.stringify(body).includes(trace))).toEqual([])
    }
  }
})
