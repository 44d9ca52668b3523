// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { userScope } from '../../lib/api-scope.ts'
import { createFolderMaker } from './folder-maker.ts'

afterEach(() => vi.unstubAllGlobals())

/** A server with the given folders. @returns the names of created folders */
function stubServer(existing: { location?: string; name: string }[] = []): string[] {
  const created: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const answer = (data: unknown) => new Response(JSON.stringify({ data }))
    if (method === 'POST') {
      const { name } = JSON.parse(String(body))
      created.push(name)
      return answer({ id: `new ${name}` })
    }
    const query = new URL(path, 'http://x').searchParams
    const folders = existing.filter(
      ({ location, name }) => name === query.get('name') && location === query.get('location'),
    )
    return answer([{ folders: folders.map(({ name }) => ({ id: name })) }])
  })
  return created
}

const { signal } = new AbortController()

test('each folder of a drop is created once', async () => {
  const created = stubServer()
  const createFolder = createFolderMaker(() => userScope)
  const folderIds = new Map()
  for (const path of ['a/b', 'a/c']) await createFolder({ parentId: null, path, folderIds }, signal)
  expect(created).toEqual(['a', 'b', 'c'])
})

test('another drop creates folders again, because they may have been deleted', async () => {
  const created = stubServer()
  const createFolder = createFolderMaker(() => userScope)
  for (const folderIds of [new Map(), new Map()])
    await createFolder({ parentId: null, path: 'a', folderIds }, signal)
  expect(created).toEqual(['a', 'a'])
})

test('a team folder with the name is used like a folder', async () => {
  const created = stubServer([{ location: 'team-folders', name: 'Team' }])
  await createFolderMaker(() => userScope)({ parentId: null, path: 'Team/empty' }, signal)
  expect(created).toEqual(['empty'])
})
