import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endpoints, idPlaces, sendBy, waysTo, withAt } from './endpoints.ts'
import { exampleFor, furnish } from './example-requests.ts'
import { openTestApp } from './open-test-app.ts'
import { ownershipOf } from './snapshot.ts'
import type { Answer, TestClient } from './test-client.ts'
import { openWriteLog, type Write } from './write-log.ts'

const WORD = 'secret-of-ann'
const t = await openTestApp()
const ann = await t.signIn()
/** Everything of Ann's that has an id: her home, what lives, what is in the trash, what is coming. */
const hers = await everythingOf(ann)
const isAnns = await ownershipOf(t.deps.db, ann.userId)
const writes = await openWriteLog(t.database)

async function everythingOf(client: TestClient): Promise<Record<string, string>> {
  const { folder, file, picture, version, upload, team } = await furnish(client, WORD)
  await t.runJobs()
  const removed = await furnish(client, `${WORD}-removed`)
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
  }
}

const someRow = ({ before, after }: Write, is: (values: Record<string, unknown>) => boolean) =>
  [before, after].some(values => values !== null && is(values))

/** What a caller can tell one answer from another by. */
function tellTale({ status, headers, body }: Answer<unknown>, id: string) {
  const text = JSON.stringify(typeof body === 'string' ? body : { ...body, request_id: '' })
    .replaceAll(id, 'the id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
  return { status, text, headers: [...headers].filter(([name]) => name !== 'date') }
}

const placesOfIds = endpoints.flatMap(endpoint =>
  waysTo(endpoint).flatMap(way =>
    idPlaces(endpoint).map(place => ({
      endpoint,
      way,
      place,
      name: `${[way.method, way.path, way.as].join(' ').trim()} by ${place.join('.')}`,
    })),
  ),
)

// P5
// Z5
describe('to anybody else an id that exists is like one that does not', () => {
  async function another() {
    const eve = await t.signIn()
    return { eve, own: await furnish(eve, 'own') }
  }
  /** Who has everything as she had it serves the next one too. */
  let unchanged: Awaited<ReturnType<typeof another>> | undefined

  it.each(placesOfIds)('$name', async ({ endpoint, way, place }) => {
    const { eve, own } = unchanged ?? (await another())
    unchanged = undefined
    const ask = async (id: string) => {
      const request = withAt(exampleFor(endpoint, own), place, id)
      return tellTale(await sendBy(eve, endpoint, way, request), id)
    }
    const { written } = await writes.during(async () => {
      const missing = await ask(randomUUID())
      expect(missing.status).not.toBe(429)
      for (const [what, id] of Object.entries(hers)) expect(await ask(id), what).toEqual(missing)
    })
    // Uploads of her own may bear any id that she likes.
    const isUploadOfEve = ({ table, before, after }: Write) =>
      table === 'uploads' && [before, after].every(row => !row || row.owner_id === eve.userId)
    expect(written.filter(write => someRow(write, isAnns) && !isUploadOfEve(write))).toEqual([])
    if (written.length === 0) unchanged = { eve, own }
  })
})

it('no list of anybody else has a trace of it', async () => {
  const eve = await t.signIn()
  const own = await furnish(eve, 'own')
  const traces = [WORD, ...Object.values(hers)]
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const request = exampleFor(endpoint, own)
    const tops = idPlaces(endpoint).map(place => withAt(request, place, 'all'))
    for (const one of [request, ...tops]) {
      const { body } = await sendBy(eve, endpoint, endpoint, one)
      expect(traces.filter(trace => JSON.stringify(body).includes(trace))).toEqual([])
    }
  }
})
