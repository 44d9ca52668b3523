import { afterAll, describe, expect, it } from 'vitest'
import { serves } from '../../../test/link-server.ts'
import { openPage } from '../../../test/open-page.ts'
import {
  cancel,
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

// R4
it('a passing failure is tried again, and forgotten once the file has come', async () => {
  const ann = await t.signIn()
  let tries = 0
  links.on('/late.txt', response => {
    tries += 1
    if (tries < 3) response.writeHead(503).end()
    else response.end('at last')
  })
  await start(ann, [links.url('/late.txt')])
  await t.runJobs()
  expect([await ann.names(), (await read(ann))?.failed]).toEqual([[], 0])
  await runAll(t, ann)
  expect(await ann.names()).toEqual(['late.txt'])
  expect(await read(ann)).toBeNull()
})

// R6
describe('many links', () => {
  const paths = (count: number, word: string) =>
    Array.from({ length: count }, (_, index) => `/${word}-${index}.txt`)

  it('at once come one after the other, and all are counted at the end', async () => {
    const ann = await t.signIn()
    const page = await openPage(ann)
    const many = paths(500, 'many')
    let atOnce = 0
    let most = 0
    for (const [index, path] of many.entries())
      links.on(path, response => {
        atOnce += 1
        most = Math.max(most, atOnce)
        response.on('finish', () => {
          atOnce -= 1
        })
        if (index % 100 === 7) response.writeHead(404).end()
        else response.end('one of many')
      })
    expect((await start(ann, many.map(links.url))).body.data.total).toBe(500)
    expect((await start(ann, [links.url('/more')])).body.code).toBe('remote.too_many')
    await t.runJobs()
    expect(await read(ann)).toMatchObject({ total: 500, processed: 500, failed: 5, current: null })
    expect(most).toBe(1)
    const told = () => page.events.filter(event => event.type === 'remote.progress').at(-1)
    await expect.poll(told).toMatchObject({ total: 500, processed: 500, failed: 5 })
    page.close()
  })

  it('of one person do not keep those of another waiting', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    let bobIsServed: () => void = () => undefined
    const served = new Promise<void>(resolve => {
      bobIsServed = resolve
    })
    const mine = paths(4, 'mine')
    // The second of them comes only once the other person's file was asked for.
    for (const [index, path] of mine.entries())
      links.on(path, response => {
        const serve = () => void response.end('mine')
        if (index === 1) void served.then(serve)
        else serve()
      })
    links.on('/his.txt', response => {
      bobIsServed()
      response.end('his')
    })
    await start(ann, mine.map(links.url))
    await start(bob, [links.url('/his.txt')])
    await t.runJobs()
    expect([(await ann.names()).length, await bob.names()]).toEqual([4, ['his.txt']])
  })

  it('hold one and the same only once', async () => {
    const ann = await t.signIn()
    const same = links.url('/same.txt')
    await start(ann, [same, `${same}#top`])
    expect((await start(ann, [same])).body.data.total).toBe(1)
    await t.runJobs()
    expect(await ann.names()).toEqual(['same.txt'])
  })

  it('begin a new count once the last ones are through', async () => {
    const ann = await t.signIn()
    await start(ann, [links.url('/nowhere-1'), links.url('/nowhere-2')])
    await t.runJobs()
    expect((await read(ann))?.failed).toBe(2)
    expect((await start(ann, [links.url('/same.txt')])).body.data).toMatchObject({
      total: 1,
      failed: 0,
      failures: [],
    })
    await t.runJobs()
  })
})

// R6
describe('after the process ended', () => {
  const rowOf = (client: TestClient) =>
    t.deps.db.selectFrom('remote_uploads').where('user_id', '=', client.userId)

  /** As a kill leaves it: begun for the so manieth time, some of its bytes on disk, room held. */
  async function killed(client: TestClient, attempt: number): Promise<void> {
    await start(client, [links.url('/same.txt')])
    const queue = t.deps.jobs as JobStore
    await queue.claim([fetchRemoteUpload.name], 1)
    const blob_id = t.deps.newId()
    const updated_at = t.deps.now().getTime()
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
    await queue.recover()
  }

  it('a file is fetched anew, and nothing is left of what had come', async () => {
    const ann = await t.signIn()
    const before = await t.storedFiles()
    await killed(ann, 1)
    await runAll(t, ann)
    expect([await ann.names(), await reservedBytes(t, ann)]).toEqual([['same.txt'], 0])
    expect(await t.storedFiles()).toBe(before + 1)
  })

  it('time and again, it fails, and the next one gets its turn', async () => {
    const ann = await t.signIn()
    const before = await t.storedFiles()
    await killed(ann, 3)
    links.on('/next.txt', serves('next'))
    await start(ann, [links.url('/next.txt')])
    await runAll(t, ann)
    expect([await ann.names(), await codes(ann)]).toEqual([['next.txt'], ['remote.interrupted']])
    expect([await t.storedFiles(), await reservedBytes(t, ann)]).toEqual([before + 1, 0])
  })

  it('in good order, it was not counted as a try', async () => {
    const ann = await t.signIn()
    const { asked, finish } = await waitForFirstBytes(links, ann, '/again.txt')
    const stop = new AbortController()
    const job = fetchRemoteUpload.run(t.deps, { userId: ann.userId }, { signal: stop.signal })
    await asked
    stop.abort(new Error('The server is shutting down.'))
    await expect(job).rejects.toThrow('shutting down')
    const rows = await rowOf(ann).select(['state', 'attempt']).execute()
    expect(rows).toEqual(Array(2).fill({ state: 'waiting', attempt: 0 }))
    links.on('/again.txt', serves('again'))
    finish()
    await t.runJobs()
    expect(await ann.names()).toEqual(['again.txt', 'same.txt'])
  })

  it('what nobody goes on with is taken up again, and what is long over is forgotten', async () => {
    const ann = await t.signIn()
    await start(ann, [links.url('/same.txt'), links.url('/nowhere')])
    // The job is lost: as if it had died of a database that did not answer.
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

// R6
describe('giving up', () => {
  it('what is on its way and what waits leaves nothing of either', async () => {
    const ann = await t.signIn()
    const before = await t.storedFiles()
    const { asked } = await waitForFirstBytes(links, ann, '/held.txt')
    const work = t.runJobs()
    await asked
    expect((await cancel(ann)).status).toBe(204)
    await work
    expect([await ann.names(), await read(ann)]).toEqual([[], null])
    expect(await t.storedFiles()).toBe(before)
    expect(await reservedBytes(t, ann)).toBe(0)
  })

  it('while the last of it comes leaves nothing either', async () => {
    const ann = await t.signIn()
    const before = await t.storedFiles()
    let finish: () => void = () => undefined
    links.on('/sized.txt', response => {
      response.writeHead(200, { 'content-length': 100_000 }).write('x'.repeat(50_000))
      finish = () => void response.end('x'.repeat(50_000))
    })
    await start(ann, [links.url('/sized.txt')])
    const work = t.runJobs()
    const isBegun = async () => (await read(ann))?.current?.name
    await expect.poll(isBegun).toBe('sized.txt')
    await cancel(ann)
    finish()
    await work
    expect([await ann.names(), await t.storedFiles()]).toEqual([[], before])
    expect(await reservedBytes(t, ann)).toBe(0)
  })

  it('keeps what has come, and forgets what failed', async () => {
    const ann = await t.signIn()
    await start(ann, [links.url('/same.txt'), links.url('/nowhere')])
    await t.runJobs()
    expect((await read(ann))?.failed).toBe(1)
    await cancel(ann)
    expect([await ann.names(), await read(ann)]).toEqual([['same.txt'], null])
  })

  it('is nobody else’s to do', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    await start(ann, [links.url('/same.txt')])
    await cancel(bob)
    expect([await read(bob), (await read(ann))?.total]).toEqual([null, 1])
    await t.runJobs()
  })
})
