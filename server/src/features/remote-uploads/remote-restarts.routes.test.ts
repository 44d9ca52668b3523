import { notifications } from '@coffer/contract'
import type { Notification } from '@coffer/contract/notification'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { serves } from '../../../test/link-server.ts'
import {
  codes,
  createRemoteRig,
  read,
  reservedBytes,
  runAll,
  start,
  waitForFirstBytes,
} from '../../../test/remote-upload-server.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { type JobStore, LEASE_MS } from '../../jobs/queue.ts'
import { quotas } from '../quotas/index.ts'
import { fetchRemoteUpload, resumeStalled } from './index.ts'

const rig = await createRemoteRig()
const { patient: t, links } = rig
links.on('/same.txt', serves('same'))
afterAll(() => rig.close())

// R6
describe('after the process ended', () => {
  const rowOf = (client: TestClient) =>
    t.deps.db.selectFrom('remote_uploads').where('user_id', '=', client.userId)

  /** The state after a crash: an attempt in progress, some bytes on disk, quota reserved. */
  async function simulateCrash(client: TestClient, attempt: number): Promise<void> {
    await start(client, [links.url('/same.txt')])
    const queue = t.deps.jobs as JobStore
    await queue.claim([fetchRemoteUpload.name], 1)
    const blob_id = t.deps.newId()
    // A minute ago by the clock of the database, which no test moves.
    const updated_at = Date.now() - 60_000
    await t.deps.blobs.put(blob_id, Buffer.from('some'))
    const change = { state: 'running' as const, blob_id, attempt, reserved_bytes: 4, updated_at }
    await t.deps.transact(async tx => {
      await quotas.reserve(tx, client.userId, 4)
      await tx
        .updateTable('remote_uploads')
        .set(change)
        .where('user_id', '=', client.userId)
        .execute()
    })
    await t.jobsLater(LEASE_MS + 1000)
    await queue.recover([])
  }

  it('fetches the file again and leaves nothing of the first attempt', async () => {
    const ann = await t.signIn()
    const before = await t.storedFiles()
    await simulateCrash(ann, 1)
    await runAll(t, ann)
    expect([await ann.names(), await reservedBytes(t, ann)]).toEqual([['same.txt'], 0])
    expect(await t.storedFiles()).toBe(before + 1)
  })

  it('loses no attempt while the bytes of the first one cannot be removed', async () => {
    const ann = await t.signIn()
    await simulateCrash(ann, 2)
    const removal = vi.spyOn(t.deps.blobs, 'remove').mockRejectedValue(new Error('No store.'))
    onTestFinished(() => removal.mockRestore())
    await runAll(t, ann)
    expect([await ann.names(), await read(ann)]).toEqual([['same.txt'], null])
    await start(ann, [links.url('/nowhere'), links.url('/same.txt')])
    await t.runJobs()
    expect(await read(ann)).toMatchObject({ processed: 2, failed: 1 })
    expect(removal).toHaveBeenCalled()
  })

  it('fails after repeated crashes and continues with the next file', async () => {
    const ann = await t.signIn()
    const before = await t.storedFiles()
    await simulateCrash(ann, 3)
    links.on('/next.txt', serves('next'))
    await start(ann, [links.url('/next.txt')])
    await runAll(t, ann)
    expect([await ann.names(), await codes(ann)]).toEqual([['next.txt'], ['remote.interrupted']])
    expect([await t.storedFiles(), await reservedBytes(t, ann)]).toEqual([before + 1, 0])
  })

  it('notifies the user when the last file fails in this way', async () => {
    const ann = await t.signIn()
    await simulateCrash(ann, 3)
    await runAll(t, ann)
    const { body } = await ann.call(notifications.listNotifications, {})
    expect(body.data.map(({ attributes }: Notification) => attributes.category)).toEqual([
      'remote-upload-done',
    ])
  })

  it('does not count an attempt that ended by a shutdown', async () => {
    const ann = await t.signIn()
    const { requested, finish } = await waitForFirstBytes(links, ann, '/again.txt')
    const stop = new AbortController()
    const job = fetchRemoteUpload.run(t.deps, { userId: ann.userId }, { signal: stop.signal })
    await requested
    stop.abort(new Error('The server is shutting down.'))
    await expect(job).rejects.toThrow('shutting down')
    const rows = await rowOf(ann).select(['state', 'attempt']).execute()
    expect(rows).toEqual(Array(2).fill({ state: 'waiting', attempt: 0 }))
    links.on('/again.txt', serves('again'))
    finish()
    await t.runJobs()
    expect(await ann.names()).toEqual(['again.txt', 'same.txt'])
  })

  it('resumes stalled uploads and deletes old finished ones', async () => {
    const ann = await t.signIn()
    await start(ann, [links.url('/same.txt'), links.url('/nowhere')])
    // The job is lost, as after a database outage.
    await (t.deps.jobs as JobStore).claim([fetchRemoteUpload.name], 1)
    await t.jobsLater(2 * 3_600_000)
    await resumeStalled(t.deps)
    await t.runJobs()
    expect([await ann.names(), await codes(ann)]).toEqual([['same.txt'], ['remote.refused']])
    await t.jobsLater(8 * 24 * 3_600_000)
    await resumeStalled(t.deps)
    expect(await rowOf(ann).select('id').execute()).toEqual([])
  })
})
