import type { Access, Endpoint } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { endpoints, idPlaces, nameOf, sendBy } from './endpoints.ts'
import { exampleFor, furnish } from './example-requests.ts'
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

/** Calls that change something, calls that only read, and calls that are refused. */
const changing = await openTestApp()
const reading = await openTestApp()
const refusing = await openTestApp()
/** Nothing else happens there: a download is counted a moment after its answer. */
const writes = await openWriteLog(refusing.database)

const HOUR_MS = 3_600_000
/** Decisions §5: requests last 72 hours by default. */
const REQUEST_MS = 72 * HOUR_MS

interface Scene {
  t: TestApp
  client: TestClient
  /** What the calls are about. */
  own: OwnedData
}

async function clientOf(t: TestApp, actor: string, owner: TestClient): Promise<TestClient> {
  if (actor === 'owner') return owner
  if (actor === 'admin') return t.signIn('admin')
  if (actor === 'stranger') return t.signIn()
  const guest = t.anonymous()
  // A request's guest is known again by his cookie.
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

/** Makes the folder a team's, and lets a member in. */
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

/** For calls that are refused or only read: they leave a scene as it was for the next one. */
const untouched = new Map<TestApp, Map<string, Scene>>([
  [reading, new Map()],
  [refusing, new Map()],
])

/** A case that fails leaves no scene behind: it may have changed it. */
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

/** A folder with all kinds of things, what its situation makes of it, and whoever comes. */
async function setScene(t: TestApp, actor: string, situation: Situation): Promise<Scene> {
  const owner = await t.signIn()
  const inside = await furnish(owner, 'inside')
  const own = situation === 'outside' ? await furnish(owner, 'outside') : inside
  const change = { permission: actor, ...LINK_CHANGES[situation] }
  if (ACCESS_LEVELS[actor] === 'share')
    await owner.send('PATCH', `/api/share/${inside.link}`, change)
  if (situation === 'closed') await close(owner, inside)
  if (situation === 'trashed') {
    const items = [own.folder, own.sentFolder].map(id => ({ id, type: 'folder' }))
    await owner.send('POST', '/api/remove', { items })
  }
  await t.runJobs()
  if (situation === 'expired') {
    t.advance(ACCESS_LEVELS[actor] === 'share' ? HOUR_MS : REQUEST_MS)
    // Their time has passed as well.
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

/** Those who keep a link are its owner: beside it theirs would be another link. */
const isAsked = (name: string, { actor, need }: Row, situation: Situation): boolean => {
  const needed = NEEDS[name]
  if (needed === undefined || (need !== '*' && need !== needed)) return false
  return !(actor === 'owner' && situation === 'outside' && needed === 'keep')
}

const callsOf = (row: Row, situation: Situation) =>
  endpoints.filter(
    endpoint =>
      endpoint.access === ACCESS_LEVELS[row.actor] && isAsked(nameOf(endpoint), row, situation),
  )

async function tell(endpoint: Endpoint, { client, own }: Scene) {
  const { method, path } = endpoint
  const reply = await sendBy(client, endpoint, { method, path }, exampleFor(endpoint, own))
  return reply.status < 300 ? 'ok' : reply.status
}

describe.each(ROWS)('$actor, who would $need', row => {
  const cells = Object.entries(row.answers) as [Situation, Answer][]
  const allowed = cells.filter(([, answer]) => answer === 'ok').map(([situation]) => situation)
  const refused = cells.filter(([, answer]) => answer !== 'ok')

  it.each(allowed)('may, %s', async situation => {
    for (const endpoint of callsOf(row, situation)) {
      const work = async (scene: Scene) =>
        expect(await tell(endpoint, scene), nameOf(endpoint)).toBe('ok')
      // What changes something may change what another call is about.
      if (endpoint.method === 'GET') await inUntouchedScene(reading, row.actor, situation, work)
      else await work(await setScene(changing, row.actor, situation))
    }
  })

  it.each(refused)('may not, %s: %s, and nothing is changed', (situation, answer) =>
    inUntouchedScene(refusing, row.actor, situation, async scene => {
      const { written } = await writes.during(async () => {
        for (const endpoint of callsOf(row, situation))
          expect(await tell(endpoint, scene), nameOf(endpoint)).toBe(answer)
      })
      // Attempts are counted.
      expect(written.filter(({ table }) => table !== 'rate_limits')).toEqual([])
    }),
  )
})

it('every call that takes an id has its place in the table, or is known to need none', () => {
  const accessLevels = new Set<Access>(Object.values(ACCESS_LEVELS))
  const missing = endpoints
    .filter(endpoint => accessLevels.has(endpoint.access) && idPlaces(endpoint).length > 0)
    .map(nameOf)
    .filter(name => NEEDS[name] === undefined && !INDIFFERENT.has(name))
  expect(missing).toEqual([])
})
