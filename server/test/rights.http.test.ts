import type { Access, Endpoint } from '@coffer/contract'
import { HOUR_MS } from '@coffer/contract/durations'
import { describe, expect, it } from 'vitest'
import { endpoints, idPaths, nameOf, sendBy } from './endpoints.ts'
import { exampleFor, seed } from './example-requests.ts'
import { openTestApp } from './open-test-app.ts'
import type { OwnedData } from './owned-data.ts'
import {
  ACCESS_LEVELS,
  type Answer,
  INDIFFERENT,
  NEEDS,
  ROWS,
  type Row,
  type Situation,
} from './rights.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { openWriteLog } from './write-log.ts'

/** Separate servers for calls that change something, that only read, and that are rejected. */
const changing = await openTestApp()
const reading = await openTestApp()
const rejecting = await openTestApp()
/** A separate server, because downloads are counted shortly after their response. */
const writes = await openWriteLog(rejecting.database)

/** REQ-1: requests last 72 hours by default. */
const REQUEST_MS = 72 * HOUR_MS

interface Scene {
  t: TestApp
  client: TestClient
  /** The data that the calls refer to. */
  own: OwnedData
}

async function clientOf(t: TestApp, actor: string, owner: TestClient): Promise<TestClient> {
  if (actor === 'owner') return owner
  if (actor === 'admin') return t.signIn('admin')
  if (actor === 'stranger') return t.signIn()
  const guest = t.anonymous()
  // Guests of an upload request are identified by a cookie.
  if (actor === 'sender')
    for (const [name, value] of owner.cookies)
      if (/guest|request/.test(name)) guest.cookies.set(name, value)
  return guest
}

const LINK_CHANGES: Partial<Record<Situation, object>> = {
  expired: { expiration: 1 },
  locked: { password: 'open sesame' },
}

async function close(owner: TestClient, { link, requestId }: OwnedData): Promise<void> {
  await owner.send('DELETE', '/api/share/revoke', { tokens: [link] })
  await owner.send('DELETE', `/api/file-requests/${requestId}`)
}

const TEAM_PERMISSIONS: Record<string, string> = { teameditor: 'can_edit', teamviewer: 'can_view' }

/** Converts the folder to a team folder with a member. */
async function joinTeam(
  { t, own, ...scene }: Scene,
  owner: TestClient,
  { outer }: OwnedData,
  { actor, situation }: { actor: string; situation: Situation },
): Promise<Scene> {
  const client = await t.signIn()
  const { email } = (await client.send('GET', '/api/user')).body.data.attributes
  const invitations = [{ email, permission: TEAM_PERMISSIONS[actor] }]
  await owner.send('POST', `/api/teams/folders/${outer}/convert`, { invitations })
  const { id } = await t.deps.db
    .selectFrom('team_invitations')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await client.send('PUT', `/api/teams/invitations/${id}`)
  if (situation === 'closed')
    await owner.send('PUT', `/api/teams/folders/${outer}`, { members: [] })
  const team = situation === 'outside' ? own.team : outer
  return { ...scene, t, client, own: { ...own, team, joined: team } }
}

/** Needs of calls after which items have moved or are gone, or have other rights. */
const MOVING = new Set(['move', 'remove', 'purge', 'link', 'manage', 'convert', 'leave'])

/** Scenes in which all items are where they were, with the same rights, are reused. */
const untouched = new Map<TestApp, Map<string, Scene>>([
  [changing, new Map()],
  [reading, new Map()],
  [rejecting, new Map()],
])

/** The scene of a failed case is discarded, because it may have been changed. */
async function inUntouchedScene(
  t: TestApp,
  actor: string,
  situation: Situation,
  work: (scene: Scene) => Promise<void>,
): Promise<void> {
  const scenes = untouched.get(t)
  const name = `${actor} ${situation}`
  const scene = scenes?.get(name) ?? (await setScene(t, actor, situation))
  scenes?.delete(name)
  await work(scene)
  scenes?.set(name, scene)
}

/** Seeds a folder, applies the situation and returns the actor's client. */
async function setScene(t: TestApp, actor: string, situation: Situation): Promise<Scene> {
  const owner = await t.signIn()
  const inside = await seed(owner, 'inside')
  const own = situation === 'outside' ? await seed(owner, 'outside') : inside
  const change = { permission: actor, ...LINK_CHANGES[situation] }
  if (ACCESS_LEVELS[actor] === 'share')
    await owner.send('PATCH', `/api/share/${inside.link}`, change)
  if (situation === 'closed') await close(owner, inside)
  if (situation === 'trashed') {
    const items = [own.folder, own.sentFolder].map(id => ({ id, type: 'folder' }))
    await owner.send('POST', '/api/remove', { items })
  }
  // Jobs make the previews, which only reading calls return.
  if (t !== changing) await t.runJobs()
  if (situation === 'expired') {
    t.advance(ACCESS_LEVELS[actor] === 'share' ? HOUR_MS : REQUEST_MS)
    // The clock has moved for them as well.
    untouched.get(t)?.clear()
  }
  const client = await clientOf(t, actor, owner)
  const scene = {
    t,
    client,
    own: { ...own, link: inside.link, request: inside.request },
  }
  return TEAM_PERMISSIONS[actor] ? joinTeam(scene, owner, inside, { actor, situation }) : scene
}

/** Links are managed by their owner; a link outside the folder would be another one. */
const isCovered = (name: string, { actor, need }: Row, situation: Situation): boolean => {
  const requiredNeed = NEEDS[name]
  if (requiredNeed === undefined || (need !== '*' && need !== requiredNeed)) return false
  return !(actor === 'owner' && situation === 'outside' && requiredNeed === 'link')
}

const callsOf = (row: Row, situation: Situation) =>
  endpoints.filter(
    endpoint =>
      endpoint.access === ACCESS_LEVELS[row.actor] && isCovered(nameOf(endpoint), row, situation),
  )

async function outcomeOf(endpoint: Endpoint, { client, own }: Scene) {
  const { method, path } = endpoint
  const reply = await sendBy(client, endpoint, { method, path }, exampleFor(endpoint, own))
  return reply.status < 300 ? 'ok' : reply.status
}

describe.each(ROWS)('$actor: $need', row => {
  const outcomes = Object.entries(row.answers) as [Situation, Answer][]
  const allowed = outcomes.filter(([, answer]) => answer === 'ok').map(([situation]) => situation)
  const refused = outcomes.filter(([, answer]) => answer !== 'ok')

  it.each(allowed)('allowed %s', async situation => {
    for (const endpoint of callsOf(row, situation)) {
      const work = async (scene: Scene) =>
        expect(await outcomeOf(endpoint, scene), nameOf(endpoint)).toBe('ok')
      const t = endpoint.method === 'GET' ? reading : changing
      if (t === changing && MOVING.has(row.need))
        await work(await setScene(t, row.actor, situation))
      else await inUntouchedScene(t, row.actor, situation, work)
    }
  })

  it.each(refused)('rejected %s with %s, and nothing is changed', (situation, answer) =>
    inUntouchedScene(rejecting, row.actor, situation, async scene => {
      const { written } = await writes.during(async () => {
        for (const endpoint of callsOf(row, situation))
          expect(await outcomeOf(endpoint, scene), nameOf(endpoint)).toBe(answer)
      })
      // Attempts are counted.
      expect(written.filter(({ table }) => table !== 'rate_limits')).toEqual([])
    }),
  )
})

it('every call that takes an id is in the table or known to need no rights', () => {
  const accessLevels = new Set<Access>(Object.values(ACCESS_LEVELS))
  const missing = endpoints
    .filter(endpoint => accessLevels.has(endpoint.access) && idPaths(endpoint).length > 0)
    .map(nameOf)
    .filter(name => NEEDS[name] === undefined && !INDIFFERENT.has(name))
  expect(missing).toEqual([])
})
