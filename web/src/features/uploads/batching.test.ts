import { expect, test } from 'vitest'
import { nextBatch } from './batching.ts'
import { fileTask } from './uploads.test-server.ts'

const limits = { batchBytes: 8_000_000, chunkSize: 8_000_000 }
const lease = { tipo_id: 'contract', subcategory_id: 'lease' }
const small = (change: Parameters<typeof fileTask>[1]) => fileTask(Buffer.from('four'), change)

test('only files for one folder, and of one document type, share a request', () => {
  const leases = [small({ document: lease }), small({ document: { ...lease } })]
  const others = [
    small({}),
    small({ document: { ...lease, subcategory_id: '' } }),
    small({ document: lease, parentId: 'elsewhere' }),
  ]
  for (const other of others) expect(nextBatch([...leases, other], limits)).toEqual(leases)
})
