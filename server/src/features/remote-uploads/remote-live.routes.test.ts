import { afterAll, describe, expect, it } from 'vitest'
import { serves } from '../../../test/link-server.ts'
import { type OpenPage, openPage } from '../../../test/open-page.ts'
import { createRemoteRig, waitForFirstBytes } from '../../../test/remote-upload-server.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { startRemoteUploads } from './remote-uploads.service.ts'

const rig = await createRemoteRig()
const { patient: t, links } = rig
links.on('/same.txt', serves('same'))
afterAll(() => rig.close())

const events = (page: OpenPage, type: string) => page.events.filter(event => event.type === type)

const completions = (page: OpenPage) =>
  events(page, 'remote.progress').filter(
    event => 'processed' in event && event.processed === event.total,
  )

describe('open pages', () => {
  it('receive the progress, the current file and each finished file', async () => {
    const ann = await t.signIn()
    const page = await openPage(ann)
    const { requested, finish } = await waitForFirstBytes(links, ann, '/slowly.txt')
    const work = t.runJobs()
    await requested
    await expect
      .poll(() => events(page, 'remote.progress').at(-1))
      .toMatchObject({
        total: 2,
        processed: 0,
        failed: 0,
        file: null,
        current: { name: 'slowly.txt', received_bytes: 100_000, size_bytes: null },
      })
    finish()
    await work
    await expect
      .poll(() => events(page, 'remote.progress').at(-1))
      .toMatchObject({ total: 2, processed: 2, failed: 0, file: { name: 'same.txt' } })
    page.close()
  })

  it('receive the end once, and the caller receives the initial state', async () => {
    const ann = await t.signIn()
    const page = await openPage(ann)
    const {
      id: userId,
      name,
      role,
    } = await t.deps.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', ann.userId)
      .executeTakeFirstOrThrow()
    const user = { kind: 'user', userId, name, role } as const
    const actor = { ...user, sessionId: '', hasTwoFactor: false }
    // The file is finished before the call returns.
    const transact: typeof t.deps.transact = async work => {
      const result = await t.deps.transact(work)
      await t.runJobs()
      return result
    }
    const input = { urls: [links.url('/same.txt')], parent_id: null }
    const state = await startRemoteUploads({ ...t.deps, transact }, actor, input, () => {
      throw new Error('Nothing has failed.')
    })
    expect(state).toMatchObject({ total: 1, processed: 0 })
    t.deps.live.publish([ann.userId], { type: 'trash.changed' })
    await expect.poll(() => events(page, 'trash.changed')).toHaveLength(1)
    expect(completions(page)).toMatchObject([{ total: 1, file: { name: 'same.txt' } }])
    page.close()
  })

  it('receive the folder change, including the page that made the call', async () => {
    const app = await createTestApp({ config: { remote: rig.remote } })
    const ann = await app.signIn()
    const page = await openPage(ann)
    app.deps.worker.start()
    await ann.send(
      'POST',
      '/api/upload/remote',
      { urls: [links.url('/same.txt')] },
      { headers: { 'x-client-id': page.id } },
    )
    await expect
      .poll(() => events(page, 'folders.changed'))
      .toContainEqual({ type: 'folders.changed', folder_ids: [null] })
    page.close()
    await app.close()
  })
})
