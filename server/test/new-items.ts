import { items } from '@coffer/contract'
import type { Item } from '@coffer/contract/items'
import type { TestClient } from './test-client.ts'

export type Ref = Pick<Item, 'id' | 'type'>

export async function folder(
  client: TestClient,
  name: string,
  parent_id: string | null = null,
): Promise<Item> {
  const { status, body } = await client.call(items.createFolder, { body: { name, parent_id } })
  if (status !== 201) throw new Error(`No folder was made: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** Uploads a file whose content is its name by default. */
export const file = async (
  client: TestClient,
  filename: string,
  parent_id?: string | null,
  content: string | Uint8Array<ArrayBuffer> = filename,
): Promise<Item> => (await client.upload({ filename, parent_id, content })).body.data
