import fc from 'fast-check'
import { expect, it } from 'vitest'
import { validateForm } from './integrity.ts'
import { openTestApp } from './open-test-app.ts'
import { searched } from './property.ts'
import { makeTeamWith } from './teams.ts'
import type { TestClient } from './test-client.ts'

const t = await openTestApp()

/** The owner of a team folder, a member, and what lies in it; the member has something of his own. */
interface Ground {
  owner: TestClient
  member: TestClient
  team: string
  a: string
  b: string
  file: string
  own: string
}

async function prepare(): Promise<Ground> {
  const owner = await t.signIn()
  const member = await t.signIn()
  const { id: team } = await makeTeamWith(owner, 'Team', [[member, 'can_edit']])
  const folder = async (client: TestClient, name: string, parent_id: string | null) =>
    (await client.send('POST', '/api/create-folder', { name, parent_id })).body.data.id
  const a = await folder(owner, 'a', team)
  const b = await folder(owner, 'b', team)
  const own = await folder(member, 'own', null)
  const put = async (client: TestClient, filename: string, parent_id: string) =>
    (await client.upload({ filename, parent_id, content: filename })).body.data.id
  const file = await put(owner, 'file.txt', a)
  await put(member, 'mine.txt', own)
  return { owner, member, team, a, b, file, own }
}

type Deed = (who: TestClient, on: Ground) => Promise<{ status: number }>
const folder = (id: string) => [{ id, type: 'folder' }]
const move =
  (from: keyof Ground, to: keyof Ground | null): Deed =>
  (who, on) =>
    who.send('POST', '/api/move', {
      to_id: to === null ? null : on[to],
      items: folder(String(on[from])),
    })

/** What each of the two may do at the same moment. */
const DEEDS = {
  rename: (who, { a }) => who.send('PATCH', `/api/rename/${a}`, { name: 'new', type: 'folder' }),
  remove: (who, { a }) => who.send('POST', '/api/remove', { items: folder(a) }),
  intoB: move('a', 'b'),
  intoA: move('b', 'a'),
  upload: (who, { a }) => who.upload({ filename: 'late.txt', parent_id: a }),
  give: move('own', 'team'),
  fill: (who, { own }) => who.upload({ filename: 'more.txt', parent_id: own }),
  takeOut: move('a', null),
  dissolve: (who, { team }) => who.send('DELETE', `/api/teams/folders/${team}`),
  leave: (who, { team }) => who.send('DELETE', `/api/teams/folders/${team}/leave`),
  removeTeam: (who, { team }) => who.send('POST', '/api/remove', { items: folder(team) }),
} satisfies Record<string, Deed>
type Name = keyof typeof DEEDS

/** The state in words that are the same for every ground: what lies where, and whose it is. */
async function stateOf({ owner, member, team }: Ground): Promise<string[]> {
  const rows = await t.deps.db
    .selectFrom('items')
    .selectAll()
    .where('owner_id', 'in', [owner.userId, member.userId])
    .execute()
  const names = new Map([
    ...rows.map(row => [row.id, row.name] as const),
    ...([
      [owner.userId, 'owner'],
      [member.userId, 'member'],
    ] as const),
  ])
  const told = (id: string | null) => (id === null ? '' : (names.get(id) ?? 'gone'))
  const people = await t.deps.db
    .selectFrom('team_members')
    .select('user_id')
    .where('folder_id', '=', team)
    .execute()
  const items = rows.map(row =>
    [
      row.name,
      told(row.parent_id),
      told(row.owner_id),
      told(row.team_id),
      row.trashed_at === null ? 'live' : 'trashed',
      told(row.trashed_with),
      row.folder_count,
      row.file_count,
    ].join(' | '),
  )
  return [...items, ...people.map(row => `${told(row.user_id)} is in it`)].sort()
}

type Pair = readonly [Name, Name]
const done = (status: number) => status < 300

/** One after the other, on a ground of its own. */
async function inTurn([first, second]: Pair, order: 'first' | 'second') {
  const on = await prepare()
  const calls = [() => DEEDS[first](on.owner, on), () => DEEDS[second](on.member, on)] as const
  const [a, b] = order === 'first' ? calls : ([calls[1], calls[0]] as const)
  const one = await a()
  const other = await b()
  const statuses = order === 'first' ? [one, other] : [other, one]
  return { state: await stateOf(on), done: statuses.map(reply => done(reply.status)) }
}

const names = Object.keys(DEEDS) as Name[]
const OWNERS = names.filter(name => !['give', 'fill', 'leave'].includes(name))
const MEMBERS = names.filter(name => !['dissolve', 'takeOut', 'removeTeam'].includes(name))
const pair = fc.tuple(fc.constantFrom(...OWNERS), fc.constantFrom(...MEMBERS))

// C1
// S11
it('what two people do at once in a team folder ends as one of the two orders would', async () => {
  const expected = new Map<string, Awaited<ReturnType<typeof inTurn>>[]>()
  await fc.assert(
    fc.asyncProperty(pair, async both => {
      const key = both.join(' ')
      const orders = expected.get(key) ?? [
        await inTurn(both, 'first'),
        await inTurn(both, 'second'),
      ]
      expected.set(key, orders)
      const on = await prepare()
      const replies = await Promise.all([
        DEEDS[both[0]](on.owner, on),
        DEEDS[both[1]](on.member, on),
      ])
      for (const { status } of replies) expect(status).toBeLessThan(500)
      const outcome = {
        state: await stateOf(on),
        done: replies.map(({ status }) => done(status)),
      }
      expect(orders).toContainEqual(outcome)
      expect(await validateForm(t.deps.db)).toEqual([])
    }),
    searched(12),
  )
})
