import type { Item } from '@coffer/contract/items'
import type { TestClient } from './test-client.ts'

/** `prefix1/prefix2/…` with the given number of folders. */
export const nestedPath = (levels: number, prefix = 'level'): string =>
  Array.from({ length: levels }, (_, index) => `${prefix}${index + 1}`).join('/')

interface Nested {
  /** The innermost folder. */
  deepest: string
  file: Item
}

/** Creates nested folders with a file at the bottom in one upload. */
export async function nestFolders(
  client: TestClient,
  levels: number,
  { parentId, prefix }: { parentId?: string; prefix?: string } = {},
): Promise<Nested> {
  const path = `${nestedPath(levels, prefix)}/deep.txt`
  const { status, body } = await client.upload({ filename: 'deep.txt', path, parent_id: parentId })
  if (status !== 201) throw new Error(`No folders were made: ${status} ${JSON.stringify(body)}`)
  return { deepest: body.data.attributes.parent_id, file: body.data }
}
