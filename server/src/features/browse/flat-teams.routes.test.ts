import { items, teams, trash } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import { accept, emailOf, invitationsOf, makeFolder, makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

interface Listed {
  id: string
  attributes: { name: string }
  relationships: { owner: { data: { id: string } } }
  meta: { can: Record<string, boolean>; ancestors: { name: string }[] }
}
interface Answer {
  body: { data: Listed[]; meta: { paginate: { total: number } } }
}
const namesOf = ({ body }: Answer) => body.data.map(item => item.attributes.name)
const file = async (client: TestClient, filename: string, parent_id?: string) => {
  t.advance(1000)
  const sent = await client.upload({ filename, ...(parent_id && { parent_id }) })
  return sent.body.data.id as string
}
const all = (client: TestClient, query = ''): Promise<Answer> =>
  client.send('GET', `/api/filter?sort=name&direction=ASC${query}`)
const latest = (client: TestClient): Promise<Answer> => client.send('GET', '/api/browse/latest')
const fileRef = (id: string) => ({ id, type: 'file' as const })
const folderRef = ({ id }: { id: string }) => ({ id, type: 'folder' as const })

/** The names that both kinds of lists show, and their totals. */
async function shownTo(client: TestClient) {
  const everything = await all(client)
  const files = await latest(client)
  expect(everything.body.meta.paginate.total).toBe(everything.body.data.length)
  expect(files.body.meta.paginate.total).toBe(files.body.data.length)
  const counted = await all(client, '&from=2000-01-01')
  expect(namesOf(counted)).toEqual(namesOf(everything))
  expect(counted.body.meta.paginate.total).toBe(everything.body.data.length)
  return { all: namesOf(everything), latest: namesOf(files) }
}
const NOTHING = { all: [], latest: [] }

describe('lists across folders', () => {
  it('return the folders above each item as far as the caller may see them', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const crew = await makeTeamWith(ann, 'Crew', [[ben, 'can_edit']])
    const inner = await makeFolder(ann, 'Inner', crew.id)
    const outer = await makeFolder(ann, 'Outer')
    await file(ann, 'deep.txt', inner.id)
    await file(ann, 'private.txt', outer.id)
    await file(ann, 'top.txt')
    const paths = ({ body }: Answer) =>
      Object.fromEntries(
        body.data.map(({ attributes, meta }) => [
          attributes.name,
          meta.ancestors.map(({ name }) => name).join('/'),
        ]),
      )
    const files = { 'deep.txt': 'Crew/Inner', 'private.txt': 'Outer', 'top.txt': '' }
    expect(paths(await latest(ann))).toEqual(files)
    expect(paths(await all(ann))).toEqual({ ...files, Crew: '', Inner: 'Crew', Outer: '' })
    expect(paths(await all(ben))).toEqual({ 'deep.txt': 'Crew/Inner', Crew: '', Inner: 'Crew' })
  })

  it('include a member’s team folders beside their own items', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const eve = await t.signIn()
    const crew = await makeTeamWith(ann, 'Crew', [[ben, 'can_edit']])
    const inner = await makeFolder(ann, 'Inner', crew.id)
    await file(ann, 'a-hers.txt', inner.id)
    await file(ben, 'b-own.txt')
    await file(ben, 'c-brought.txt', crew.id)
    await file(ann, 'd-private.txt')
    expect(await shownTo(ben)).toEqual({
      all: ['Crew', 'Inner', 'a-hers.txt', 'b-own.txt', 'c-brought.txt'],
      latest: ['c-brought.txt', 'b-own.txt', 'a-hers.txt'],
    })
    expect((await shownTo(ann)).latest).toEqual(['d-private.txt', 'c-brought.txt', 'a-hers.txt'])
    expect(await shownTo(eve)).toEqual(NOTHING)
    const { data } = (await all(ben)).body
    const owners = data.map(item => item.relationships.owner.data.id)
    const annId = ann.userId
    const benId = ben.userId
    expect(owners).toEqual([annId, annId, annId, benId, annId])
  })

  it('return the abilities of the membership', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const cas = await t.signIn()
    const crew = await makeTeamWith(ann, 'Crew', [
      [ben, 'can_edit'],
      [cas, 'can_view'],
    ])
    await file(ann, 'log.txt', crew.id)
    const canOf = async (client: TestClient) => (await latest(client)).body.data[0]?.meta.can
    expect(await canOf(ben)).toMatchObject({ edit: true, move: true, remove: true, share: false })
    const looking = { edit: false, move: false, remove: false, share: false, download: true }
    expect(await canOf(cas)).toMatchObject(looking)
    expect(await canOf(ann)).toMatchObject({ edit: true, share: true })
  })

  it('exclude a team folder that the user left or was removed from, and a dissolved one', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const cas = await t.signIn()
    const dan = await t.signIn()
    const crew = await makeTeamWith(
      ann,
      'Crew',
      [ben, cas, dan].map(invitee => [invitee, 'can_edit'] as const),
    )
    await file(ann, 'log.txt', crew.id)
    const shown = { all: ['Crew', 'log.txt'], latest: ['log.txt'] }
    for (const invitee of [ben, cas, dan]) expect(await shownTo(invitee)).toEqual(shown)
    await ben.call(teams.leaveTeamFolder, { params: { id: crew.id } })
    expect(await shownTo(ben)).toEqual(NOTHING)
    const members = [{ id: dan.userId, permission: 'can_view' as const }]
    await ann.call(teams.updateTeamFolder, { params: { id: crew.id }, body: { members } })
    expect(await shownTo(cas)).toEqual(NOTHING)
    expect(await shownTo(dan)).toEqual(shown)
    await ann.call(teams.dissolveTeamFolder, { params: { id: crew.id } })
    expect(await shownTo(dan)).toEqual(NOTHING)
    expect(await shownTo(ann)).toEqual(shown)
  })

  it('follow items that are moved into and out of a team folder, and converted folders', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const crew = await makeTeamWith(ann, 'Crew', [[ben, 'can_edit']])
    const box = await makeFolder(ann, 'Box')
    await file(ann, 'deep.txt', box.id)
    await ann.call(items.moveItems, { body: { to_id: crew.id, items: [folderRef(box)] } })
    expect((await shownTo(ben)).all).toEqual(['Box', 'Crew', 'deep.txt'])
    await ann.call(items.moveItems, { body: { to_id: null, items: [folderRef(box)] } })
    expect((await shownTo(ben)).all).toEqual(['Crew'])
    const own = await file(ben, 'own.txt')
    await ben.call(items.moveItems, { body: { to_id: crew.id, items: [fileRef(own)] } })
    expect((await shownTo(ben)).all).toEqual(['Crew', 'own.txt'])
    const invitations = [{ email: await emailOf(ben), permission: 'can_view' as const }]
    await ann.call(teams.convertToTeamFolder, { params: { id: box.id }, body: { invitations } })
    await accept(ben, (await invitationsOf(ben))[0])
    expect((await shownTo(ben)).all).toEqual(['Box', 'Crew', 'deep.txt', 'own.txt'])
  })

  it('exclude trashed items, including the team folder itself', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const crew = await makeTeamWith(ann, 'Crew', [[ben, 'can_edit']])
    const log = await file(ann, 'log.txt', crew.id)
    await file(ann, 'map.txt', crew.id)
    await ben.call(trash.removeItems, { body: { items: [fileRef(log)] } })
    expect((await shownTo(ben)).all).toEqual(['Crew', 'map.txt'])
    await ann.call(trash.removeItems, { body: { items: [folderRef(crew)] } })
    expect(await shownTo(ben)).toEqual(NOTHING)
    await ann.call(trash.restoreItems, { body: { items: [folderRef(crew)] } })
    expect((await shownTo(ben)).all).toEqual(['Crew', 'map.txt'])
  })

  it('filter by owner and by category', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const eve = await t.signIn()
    const crew = await makeTeamWith(ann, 'Crew', [[ben, 'can_view']])
    const sound = await file(ann, 'song.mp3', crew.id)
    await file(ann, 'log.txt', crew.id)
    await file(ann, 'private.txt')
    await file(ben, 'own.txt')
    await t.deps.db
      .updateTable('items')
      .set({ category: 'audio' })
      .where('id', '=', sound)
      .execute()
    expect(namesOf(await all(ben, `&user=${ann.userId}`))).toEqual(['Crew', 'log.txt', 'song.mp3'])
    expect(namesOf(await all(ben, `&user=${ben.userId}`))).toEqual(['own.txt'])
    expect(namesOf(await all(ben, `&user=${eve.userId}`))).toEqual([])
    expect(namesOf(await all(ben, '&category=audio'))).toEqual(['song.mp3'])
    expect(namesOf(await all(ben, '&category=folder'))).toEqual(['Crew'])
    expect(namesOf(await all(ben, `&custom=${crew.id}`))).toEqual(['log.txt', 'song.mp3'])
  })
})

describe('lists of many teams', () => {
  const SORTS = ['name', 'created_at', 'updated_at', 'size']

  /** Seeds team folders of one user that another is a member of, each with files in it. */
  async function teamsOf(ann: TestClient, ben: TestClient, count: number, files: number) {
    for (let number = 0; number < count; number += 1) {
      const { id } = await makeTeamWith(ann, `Team ${number}`, [])
      const membership = { folder_id: id, user_id: ben.userId, created_at: 0 }
      await t.deps.db
        .insertInto('team_members')
        .values({ ...membership, permission: 'can_view' })
        .execute()
      await seedFiles(t.deps, ann.userId, files, id, id)
    }
  }

  it('take as many statements as with one team, sorted across all of them', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    await teamsOf(ann, ben, 1, 1)
    // The page with the last folders and the first files.
    const count = async (page: number) =>
      (await t.countQueries(() => all(ben, `&page=${page}`))).length
    const before = await count(1)
    await seedFiles(t.deps, ben.userId, 1000)
    await teamsOf(ann, ben, 64, 40)
    expect(await count(2)).toBe(before)
    for (const sort of SORTS) {
      const pageAt = async (page: number) => {
        const path = `/api/filter?sort=${sort}&direction=DESC&page=${page}`
        return (await ben.send('GET', path)).body.data as Listed[]
      }
      // The 65 team folders come first.
      const shown = [...(await pageAt(2)).slice(15), ...(await pageAt(3)), ...(await pageAt(40))]
      const column = { name: 'sort_name', size: 'size_bytes' }[sort] ?? sort
      const rows = await t.deps.db
        .selectFrom('items')
        .select('id')
        .where(eb =>
          eb.or([
            eb('owner_id', '=', ben.userId),
            eb.and([eb('owner_id', '=', ann.userId), eb('team_id', 'is not', null)]),
          ]),
        )
        .where('type', '=', 'file')
        .orderBy(column as 'sort_name', 'desc')
        .orderBy('id', 'desc')
        .execute()
      const ids = rows.map(row => row.id)
      const start = 39 * 50 - 65
      expect(shown.map(item => item.id)).toEqual([
        ...ids.slice(0, 85),
        ...ids.slice(start, start + 50),
      ])
    }
  })
})
