import { expect, test } from 'vitest'
import { nextBatch } from './batching.ts'
import { fileTask } from './uploads.test-server.ts'

const limits = { batchBytes: 8_000_000, chunkSize: 8_000_000 }
const lease = { tipo_id: 'contract', subcategory_id: 'lease' }
const smallTask = (change: Parameters<typeof fileTask>[1]) => fileTask(Buffer.from('four'), change)

test('only files for one folder and of one document type share a request', () => {
  const leases = [smallTask({ document: lease }), smallTask({ document: { ...lease } })]
  const others = [
    smallTask({}),
    smallTask({ document: { ...lease, subcategory_id: '' } }),
    smallTask({ document: lease, parentId: 'other-folder' }),
  ]
  for (const other of others) expect(nextBatch([...leases, other], limits)).toEqual(leases)
})

test('files share a request as long as their paths have at most a thousand folders', () => {
  const levels = Array.from({ length: 11 }, (_, level) => level).join('/')
  const tasks = Array.from({ length: 100 }, (_, index) =>
    smallTask({ path: `${index}/${levels.slice(2)}/a.txt` }),
  )
  expect(nextBatch(tasks, limits)).toHaveLength(90)
})
