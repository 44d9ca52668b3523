import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endpoints, idPaths, sendBy, variantsOf, withAt } from './endpoints.ts'
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
  const { folder, file, picture, version, upload, team } = await seed(client, WORD)
  await t.runJobs()
  const removed = await seed(client, `${WORD}-removed`)
  const { subscription, invoice, checkout, payment } = await seedBilling(t, client)
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
  }
}

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
      for (const [label, id] of Object.entries(annsIds))
        expect(await ask(id), label).toEqual(missing)
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
