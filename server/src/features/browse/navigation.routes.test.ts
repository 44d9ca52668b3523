import { describe, expect, it } from 'vitest'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFolders } from '../../../test/seed-folders.ts'
import { makeTeamWith } from '../../../test/teams.ts'

const t = await openTestApp()

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `Customer ${String(index).padStart(5, '0')}`)
interface Node {
  name: string
  folders: Node[]
}
const names = (nodes: readonly Node[]) => nodes.map(node => node.name)

it('shows three groups two levels deep, then opens further level by level', async () => {
  const ann = await t.signIn()
  const parent = await folder(ann, 'One')
  const two = await folder(ann, 'Two', parent.id)
  const three = await folder(ann, 'Three', two.id)
  const { body } = await ann.send('GET', '/api/browse/navigation')
  expect(body.data.map((group: { location: string }) => group.location)).toEqual([
    'files',
    'team-folders',
    'shared-with-me',
  ])
  const [top] = body.data[0].folders
  expect(top).toMatchObject({ id: parent.id, parent_id: null, has_folders: true })
  expect(top.folders).toMatchObject([{ id: two.id, has_folders: true }])
  const below = await ann.send('GET', `/api/browse/navigation/${two.id}`)
  expect(below.body.data).toMatchObject([{ id: three.id, folders: [] }])
})

describe('a level of the tree', () => {
  it('is paged, with as many statements and as small an answer for 40,000 folders as for few', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    await seedFolders(t.deps, ann.userId, numbered(40_000))
    await seedFolders(t.deps, ben.userId, numbered(3))
    const [ofMany, ofFew] = [ann, ben].map(
      client => () => t.countQueries(() => client.send('GET', '/api/browse/navigation')),
    )
    expect((await ofMany?.())?.length).toBe((await ofFew?.())?.length)
    const { status, body } = await ann.send('GET', '/api/browse/navigation')
    expect(status).toBe(200)
    expect(names(body.data[0].folders)).toEqual(numbered(100))
    expect(body.data[0].paginate).toMatchObject({ total: 40_000, from: 1, to: 100, lastPage: 400 })
    expect(names(body.data[0].folders[0].folders)).toEqual(['Inner'])
    const last = await ann.send('GET', '/api/browse/navigation?location=files&page=400')
    expect(last.body.data).toHaveLength(1)
    expect(names(last.body.data[0].folders)).toEqual(numbered(40_000).slice(-100))
  })

  it('below a folder is paged too, also for team members', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const team = await makeTeamWith(ann, 'Crew', [[ben, 'can_view']])
    const expectedNames = numbered(101)
    await seedFolders(t.deps, ann.userId, expectedNames, team.id, team.id)
    const first = await ben.send('GET', `/api/browse/navigation/${team.id}`)
    const second = await ben.send('GET', `/api/browse/navigation/${team.id}?page=2`)
    expect([...names(first.body.data), ...names(second.body.data)]).toEqual(expectedNames)
    expect(second.body.meta.paginate).toMatchObject({ total: 101, from: 101, to: 101 })
    const tree = await ben.send('GET', `/api/teams/folders/${team.id}/tree?page=2`)
    expect(names(tree.body.data[0].folders)).toEqual(expectedNames.slice(100))
  })

  it('includes only part of the next level; the rest is loaded when a folder is opened', async () => {
    const ann = await t.signIn()
    const wide = await folder(ann, 'Wide')
    await seedFolders(t.deps, ann.userId, numbered(501), wide.id)
    const slim = await folder(ann, 'Slim')
    await folder(ann, 'Inner', slim.id)
    const { body } = await ann.send('GET', '/api/browse/navigation')
    const counts = body.data[0].folders.map((node: Node) => [node.name, node.folders.length])
    expect(counts).toEqual([
      ['Slim', 1],
      ['Wide', 0],
    ])
    expect(body.data[0].folders[1].has_folders).toBe(true)
  })

  it('counts no team folders among the other folders', async () => {
    const ann = await t.signIn()
    await makeTeamWith(ann, 'Crew', [])
    await folder(ann, 'Own')
    const { body } = await ann.send('GET', '/api/browse/navigation')
    const groups = body.data.map((group: { folders: Node[]; paginate: { total: number } }) => [
      names(group.folders),
      group.paginate.total,
    ])
    expect(groups).toEqual([
      [['Own'], 1],
      [['Crew'], 1],
      [[], 0],
    ])
  })

  it('finds the folder with a name, ignoring case', async () => {
    const ann = await t.signIn()
    const { id } = await folder(ann, 'Papers')
    await folder(ann, 'Lists')
    const inner = await folder(ann, 'Árbol', id)
    const top = await ann.send('GET', '/api/browse/navigation?location=files&name=PAPERS')
    expect(names(top.body.data[0].folders)).toEqual(['Papers'])
    const name = encodeURIComponent('árbol')
    const below = await ann.send('GET', `/api/browse/navigation/${id}?name=${name}`)
    expect(below.body.data).toMatchObject([{ id: inner.id }])
    const none = await ann.send('GET', `/api/browse/navigation/${id}?name=Papers`)
    expect(none.body).toMatchObject({ data: [], meta: { paginate: { total: 0 } } })
  })
})
