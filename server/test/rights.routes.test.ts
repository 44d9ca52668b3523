import type { Access } from '@coffer/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints, idPlaces, nameOf, sendBy } from './endpoints.ts'
import { type Belongings, exampleFor, furnish } from './example-requests.ts'
import { DOORS, INDIFFERENT, NEEDS, ROWS, type Row, type Situation } from './rights.ts'
import { rowsOf } from './snapshot.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const HOUR_MS = 3_600_000

interface Scene {
  client: TestClient
  ownerId: string
  /** What the calls are about. */
  own: Belongings
}

async function clientOf(actor: string, owner: TestClient): Promise<TestClient> {
  if (actor === 'owner') return owner
  if (actor === 'admin') return t.signIn('admin')
  if (actor === 'stranger') return t.signIn()
  return t.anonymous()
}

const LINK_CHANGES: Partial<Record<Situation, object>> = {
  expired: { expiration: 1 },
  locked: { password: 'open sesame' },
}

/** A folder with all kinds of things, what its situation makes of it, and whoever comes. */
async function setScene(actor: string, situation: Situation): Promise<Scene> {
  const owner = await t.signIn()
  const inside = await furnish(owner, 'inside')
  const own = situation === 'outside' ? await furnish(owner, 'outside') : inside
  const change = { permission: actor, ...LINK_CHANGES[situation] }
  if (DOORS[actor] === 'share') await owner.send('PATCH', `/api/share/${inside.link}`, change)
  if (situation === 'closed')
    await owner.send('DELETE', '/api/share/revoke', { tokens: [inside.link] })
  if (situation === 'trashed')
    await owner.send('POST', '/api/remove', { items: [{ id: own.folder, type: 'folder' }] })
  await t.runJobs()
  if (situation === 'expired') t.advance(HOUR_MS)
  const client = await clientOf(actor, owner)
  return { client, ownerId: owner.userId, own: { ...own, link: inside.link } }
}

const callsOf = ({ actor, need }: Row) =>
  endpoints.filter(endpoint => {
    const needed = endpoint.access === DOORS[actor] ? NEEDS[nameOf(endpoint)] : undefined
    return needed !== undefined && (need === '*' || need === needed)
  })

/** Those who keep a link are its owner: by another's scene theirs would be another link. */
const isAsked = (name: string, { actor }: Row, situation: Situation): boolean =>
  !(actor === 'owner' && situation === 'outside' && NEEDS[name] === 'keep')

describe.each(ROWS)('$actor, who would $need', row => {
  const cells = Object.entries(row.answers) as [Situation, 'ok' | number][]
  it.each(cells)('%s: %s', async (situation, answer) => {
    let scene: Scene | undefined
    for (const endpoint of callsOf(row)) {
      const name = nameOf(endpoint)
      if (!isAsked(name, row, situation)) continue
      // What succeeds may change what the next call is about.
      if (!scene || answer === 'ok') scene = await setScene(row.actor, situation)
      const { client, ownerId, own } = scene
      const before = answer === 'ok' ? [] : await rowsOf(t.deps.db, ownerId)
      const { method, path } = endpoint
      const reply = await sendBy(client, endpoint, { method, path }, exampleFor(endpoint, own))
      const told = reply.status < 300 ? 'ok' : reply.status
      expect(told, `${name} answers ${reply.status} ${reply.body.code ?? ''}`).toBe(answer)
      if (answer !== 'ok') expect(await rowsOf(t.deps.db, ownerId), name).toEqual(before)
    }
  })
})

it('every call that takes an item of somebody has its place in the table', () => {
  const doors = new Set<Access>(Object.values(DOORS))
  const ABOUT_ITEMS = /folder|items|parent_id|to_id|(^|\.)id$|ids|token|file_id|all_in/
  const asked = endpoints.filter(
    endpoint =>
      doors.has(endpoint.access) &&
      idPlaces(endpoint).some(place =>
        ABOUT_ITEMS.test(place.filter(Number.isNaN).join('.') || place.join('.')),
      ),
  )
  const missing = asked
    .map(nameOf)
    .filter(name => NEEDS[name] === undefined && !INDIFFERENT.has(name) && !ELSEWHERE.has(name))
  expect(missing).toEqual([])
})

/** They take ids of other things, or of one's own uploads: not items of somebody else. */
const ELSEWHERE = new Set<string>([])
