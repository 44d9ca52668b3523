import { items, teams, trash } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { accept, emailOf, invitationsOf, makeFolder, makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { indexQueuedItems } from './index.ts'

const t = await openTestApp()

interface Hit {
  id: string
  attributes: { name: string }
  meta: { can: Record<string, boolean>; fit: string; path: { name: string }[] }
}

const file = async (client: TestClient, filename: string, parent_id: string | null = null) =>
  (await client.upload({ filename, parent_id })).body.data.id as string
const uploadText = async (client: TestClient, filename: string, words: string, parent_id: string) =>
  client.upload({ filename, parent_id, content: words })
const fileRef = (id: string) => ({ id, type: 'file' as const })
const folderRef = ({ id }: { id: string }) => ({ id, type: 'folder' as const })
async function hits(client: TestClient, query: string): Promise<Hit[]> {
  const { status, body } = await client.send('GET', `/api/search?${new URLSearchParams({ query })}`)
  expect(status).toBe(200)
  return body.data
}
/** Searches without updating the index first. */
const currentNames = async (client: TestClient, query: string) =>
  (await hits(client, query)).map(hit => hit.attributes.name)
async function names(client: TestClient, query: string) {
  await indexQueuedItems(t.deps)
  return currentNames(client, query)
}

describe('a search', () => {
  it('finds items in a member’s team folders, with the path from the team folder', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const eve = await t.signIn()
    const crew = await makeTeamWith(ann, 'Crew', [[ben, 'can_view']])
    const inner = await makeFolder(ann, 'Inner', crew.id)
    await file(ann, 'harbour-plan.txt', inner.id)
    await file(ben, 'harbour-own.txt')
    await file(ann, 'harbour-private.txt')
    expect(await names(ben, 'harbour')).toEqual(['harbour-own.txt', 'harbour-plan.txt'])
    expect(await currentNames(ann, 'harbour')).toEqual(['harbour-private.txt', 'harbour-plan.txt'])
    expect(await currentNames(eve, 'harbour')).toEqual([])
    expect(await currentNames(ben, 'crew')).toEqual(['Crew'])
    expect(await currentNames(ben, 'harbor plam')).toEqual(['harbour-plan.txt'])
    const [hit] = await hits(ben, 'plan')
    expect(hit?.meta.path.map(crumb => crumb.name)).toEqual(['Crew', 'Inner'])
  })

  it('returns the abilities of the membership', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const cas = await t.signIn()
    const crew = await makeTeamWith(ann, 'Crew', [
      [ben, 'can_edit'],
      [cas, 'can_view'],
    ])
    await file(ann, 'lantern.txt', crew.id)
    await indexQueuedItems(t.deps)
    const canOf = async (client: TestClient) => (await hits(client, 'lantern'))[0]?.meta.can
    expect(await canOf(ben)).toMatchObject({ edit: true, remove: true, share: false })
    expect(await canOf(cas)).toMatchObject({ edit: false, remove: false, download: true })
  })

  it('finds texts of files in team folders, but not of other files', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const crew = await makeTeamWith(ann, 'Crew', [[ben, 'can_view']])
    const own = await makeFolder(ann, 'Own')
    await uploadText(ann, 'letter.txt', 'the quartermaster counts barrels', crew.id)
    await uploadText(ann, 'diary.txt', 'the quartermaster is late', own.id)
    await indexQueuedItems(t.deps)
    await t.runJobs()
    expect(await names(ben, 'quartermaster')).toEqual(['letter.txt'])
    expect((await names(ann, 'quartermaster')).sort()).toEqual(['diary.txt', 'letter.txt'])
  })

  it('finds nothing in a team folder after leaving, removal or dissolution', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const cas = await t.signIn()
    const dan = await t.signIn()
    const members = [ben, cas, dan].map(client => [client, 'can_edit'] as const)
    const crew = await makeTeamWith(ann, 'Crew', members)
    await file(ann, 'anchor.txt', crew.id)
    for (const client of [ben, cas, dan])
      expect(await names(client, 'anchor')).toEqual(['anchor.txt'])
    await ben.call(teams.leaveTeamFolder, { params: { id: crew.id } })
    expect(await currentNames(ben, 'anchor')).toEqual([])
    const remaining = [{ id: dan.userId, permission: 'can_view' as const }]
    const update = { params: { id: crew.id }, body: { members: remaining } }
    await ann.call(teams.updateTeamFolder, update)
    expect(await currentNames(cas, 'anchor')).toEqual([])
    await ann.call(teams.dissolveTeamFolder, { params: { id: crew.id } })
    expect(await currentNames(dan, 'anchor')).toEqual([])
    expect(await currentNames(ann, 'anchor')).toEqual(['anchor.txt'])
    expect(await names(ann, 'anchor')).toEqual(['anchor.txt'])
  })

  it('follows items moved into and out of a team folder', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const crew = await makeTeamWith(ann, 'Crew', [[ben, 'can_edit']])
    const fleet = await makeTeamWith(ann, 'Fleet', [])
    const box = await makeFolder(ann, 'Box')
    await file(ann, 'rudder.txt', box.id)
    const moveTo = async (to_id: string | null) => {
      await ann.call(items.moveItems, { body: { to_id, items: [folderRef(box)] } })
    }
    expect(await names(ben, 'rudder')).toEqual([])
    await moveTo(crew.id)
    expect(await names(ben, 'rudder')).toEqual(['rudder.txt'])
    for (const target of [null, crew.id, fleet.id]) {
      await moveTo(target)
      if (target === crew.id) await indexQueuedItems(t.deps)
      expect(await currentNames(ben, 'rudder')).toEqual(target === crew.id ? ['rudder.txt'] : [])
      expect(await currentNames(ann, 'rudder')).toEqual(['rudder.txt'])
    }
    const own = await file(ben, 'compass.txt')
    await ben.call(items.moveItems, { body: { to_id: crew.id, items: [fileRef(own)] } })
    expect(await names(ben, 'compass')).toEqual(['compass.txt'])
    expect(await names(ann, 'compass')).toEqual(['compass.txt'])
  })

  it('finds items in a folder converted to a team folder, except in the trash', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const box = await makeFolder(ann, 'Box')
    const sextant = await file(ann, 'sextant.txt', box.id)
    await file(ann, 'sextant-two.txt', box.id)
    await indexQueuedItems(t.deps)
    const invitations = [{ email: await emailOf(ben), permission: 'can_edit' as const }]
    await ann.call(teams.convertToTeamFolder, { params: { id: box.id }, body: { invitations } })
    expect(await currentNames(ann, 'sextant')).toHaveLength(2)
    expect(await currentNames(ben, 'sextant')).toEqual([])
    await accept(ben, (await invitationsOf(ben))[0])
    expect(await names(ben, 'sextant')).toEqual(['sextant.txt', 'sextant-two.txt'])
    await ben.call(trash.removeItems, { body: { items: [fileRef(sextant)] } })
    expect(await currentNames(ben, 'sextant')).toEqual(['sextant-two.txt'])
    await ann.call(trash.removeItems, { body: { items: [folderRef(box)] } })
    expect(await currentNames(ben, 'sextant')).toEqual([])
  })

  it('filters by team folder and by owner', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const crew = await makeTeamWith(ann, 'Crew', [[ben, 'can_view']])
    const inner = await makeFolder(ann, 'Charts', crew.id)
    await file(ann, 'reef.txt', inner.id)
    await file(ann, 'reef-top.txt', crew.id)
    await file(ben, 'reef-own.txt')
    await indexQueuedItems(t.deps)
    expect(await currentNames(ben, 'in:charts reef')).toEqual(['reef.txt'])
    const namesFor = async (query: Record<string, string>) => {
      const params = new URLSearchParams({ query: 'reef', ...query })
      const { body } = await ben.send('GET', `/api/search?${params}`)
      return body.data.map((hit: Hit) => hit.attributes.name)
    }
    expect(await namesFor({ in: inner.id })).toEqual(['reef.txt'])
    expect(await namesFor({ owner: ann.userId })).toEqual(['reef.txt', 'reef-top.txt'])
    expect(await namesFor({ owner: ben.userId })).toEqual(['reef-own.txt'])
  })

  it('takes as many statements for many team folders as for one', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const join = async (count: number) => {
      for (let number = 0; number < count; number += 1) {
        const { id } = await makeTeamWith(ann, `Team ${number}`, [])
        await file(ann, `windlass-${number}.txt`, id)
        const membership = { folder_id: id, user_id: ben.userId, created_at: 0 }
        await t.deps.db
          .insertInto('team_members')
          .values({ ...membership, permission: 'can_view' })
          .execute()
      }
    }
    const count = async () => {
      await indexQueuedItems(t.deps)
      return (await t.countQueries(() => hits(ben, 'windlass'))).length
    }
    await join(1)
    const before = await count()
    await join(30)
    expect(await count()).toBe(before)
    expect(await currentNames(ben, 'windlass')).toHaveLength(31)
  })
})
