import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findIntegrityErrors } from './integrity.ts'
import { openTestApp } from './open-test-app.ts'
import { searched } from './property.ts'
import { makeTeamWith } from './teams.ts'
import type { TestClient } from './test-client.ts'

const t = await openTestApp()

/**
 * The owner of a team folder, a member, and the folder's content; the member has a folder of their
 * own.
 */
interface TeamData {
  owner: TestClient
  member: TestClient
  team: string
  a: string
  b: string
  file: string
  own: string
}

async function prepare(): Promise<TeamData> {
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

type Action = (client: TestClient, data: TeamData) => Promise<{ status: number }>
const folder = (id: string) => [{ id, type: 'folder' }]
const move =
  (from: keyof TeamData, to: keyof TeamData | null): Action =>
  (client, data) =>
    client.send('POST', '/api/move', {
      to_id: to === null ? null : data[to],
      items: folder(String(data[from])),
    })

/** Actions that the two users may do concurrently. */
const ACTIONS = {
  rename: (client, { a }) =>
    client.send('PATCH', `/api/rename/${a}`, { name: 'new', type: 'folder' }),
  remove: (client, { a }) => client.send('POST', '/api/remove', { items: folder(a) }),
  intoB: move('a', 'b'),
  intoA: move('b', 'a'),
  upload: (client, { a }) => client.upload({ filename: 'late.txt', parent_id: a }),
  moveIn: move('own', 'team'),
  uploadToOwn: (client, { own }) => client.upload({ filename: 'more.txt', parent_id: own }),
  moveOut: move('a', null),
  dissolve: (client, { team }) => client.send('DELETE', `/api/teams/folders/${team}`),
  leave: (client, { team }) => client.send('DELETE', `/api/teams/folders/${team}/leave`),
  removeTeam: (client, { team }) => client.send('POST', '/api/remove', { items: folder(team) }),
} satisfies Record<string, Action>
type Name = keyof typeof ACTIONS

/** The state in terms that do not depend on ids: location and owner of every item. */
async function stateOf({ owner, member, team }: TeamData): Promise<string[]> {
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
  const nameOf = (id: string | null) => (id === null ? '' : (names.get(id) ?? 'gone'))
  const members = await t.deps.db
    .selectFrom('team_members')
    .select('user_id')
    .where('folder_id', '=', team)
    .execute()
  const items = rows.map(row =>
    [
      row.name,
      nameOf(row.parent_id),
      nameOf(row.owner_id),
      nameOf(row.team_id),
      row.trashed_at === null ? 'live' : 'trashed',
      nameOf(row.trashed_with),
      row.folder_count,
      row.file_count,
    ].join(' | '),
  )
  return [...items, ...members.map(row => `${nameOf(row.user_id)} is in it`)].sort()
}

type Pair = readonly [Name, Name]
const isSuccess = (status: number) => status < 300

/** Runs both actions in sequence on new data. */
async function inTurn([first, second]: Pair, order: 'first' | 'second') {
  const data = await prepare()
  const calls = [
    () => ACTIONS[first](data.owner, data),
    () => ACTIONS[second](data.member, data),
  ] as const
  const [a, b] = order === 'first' ? calls : ([calls[1], calls[0]] as const)
  const firstReply = await a()
  const secondReply = await b()
  const statuses = order === 'first' ? [firstReply, secondReply] : [secondReply, firstReply]
  return { state: await stateOf(data), isSuccess: statuses.map(reply => isSuccess(reply.status)) }
}

const names = Object.keys(ACTIONS) as Name[]
const OWNERS = names.filter(name => !['moveIn', 'uploadToOwn', 'leave'].includes(name))
const MEMBERS = names.filter(name => !['dissolve', 'moveOut', 'removeTeam'].includes(name))
const pair = fc.tuple(fc.constantFrom(...OWNERS), fc.constantFrom(...MEMBERS))

// C1
// S11
it('concurrent actions of two users in a team folder end like one of the two orders', async () => {
  const expected = new Map<string, Awaited<ReturnType<typeof inTurn>>[]>()
  await fc.assert(
    fc.asyncProperty(pair, async actions => {
      const key = actions.join(' ')
      const orders = expected.get(key) ?? [
        await inTurn(actions, 'first'),
        await inTurn(actions, 'second'),
      ]
      expected.set(key, orders)
      const data = await prepare()
      const replies = await Promise.all([
        ACTIONS[actions[0]](data.owner, data),
        ACTIONS[actions[1]](data.member, data),
      ])
      for (const { status } of replies) expect(status).toBeLessThan(500)
      const outcome = {
        state: await stateOf(data),
        isSuccess: replies.map(({ status }) => isSuccess(status)),
      }
      expect(orders).toContainEqual(outcome)
      expect(await findIntegrityErrors(t.deps.db)).toEqual([])
    }),
    searched(12),
  )
})
