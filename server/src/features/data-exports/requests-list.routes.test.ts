import { text } from 'node:stream/consumers'
import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { uploadRequestApi } from '../../../test/upload-request-api.ts'
import { requestsJson } from './requests-list.service.ts'

const t = await openTestApp()

/** Records how many rows each statement returns. */
function countRows(counts: number[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      counts.push(result.rows.length)
      return result
    },
  }
}

it('reads the files that guests sent in pages', async () => {
  const ann = await t.signIn()
  const { ask } = uploadRequestApi(t, ann)
  const empty = await ask()
  const { id } = await ask()
  const names = Array.from({ length: 450 }, (_, index) => `${String(index).padStart(3, '0')}.txt`)
  const rows = names.map((name, index) => ({
    item_id: `${id}-${name}`,
    request_id: id,
    // Pages end between and within the files of a guest, and among files of the same time.
    guest_id: index < 200 ? 'guest-a' : 'guest-b',
    name,
    size_bytes: 1,
    counted_bytes: 1,
    blob_id: 'none',
    received_at: index < 300 ? 1000 : 2000,
  }))
  await t.deps.db.insertInto('upload_request_files').values(rows).execute()
  const counts: number[] = []
  const db = t.deps.db.withPlugin(countRows(counts))
  const requests = JSON.parse(await text(requestsJson(db, ann.userId)))
  const received = requests.find((request: { id: string }) => request.id === id).received
  expect(received.map((file: { name: string }) => file.name)).toEqual(names)
  expect(received[0]).toEqual({
    name: '000.txt',
    size_bytes: 1,
    sha256: null,
    type: null,
    subcategory: null,
    received_at: '1970-01-01T00:00:01.000Z',
  })
  expect(requests.find((request: { id: string }) => request.id === empty.id).received).toEqual([])
  expect(Math.max(...counts)).toBe(200)
})

it('is an empty list without upload requests', async () => {
  const ann = await t.signIn()
  expect(await text(requestsJson(t.deps.db, ann.userId))).toBe('[]\n')
})
