import { afterAll, describe, expect, it } from 'vitest'
import { serves } from '../../../test/link-server.ts'
import { type OpenPage, openPage } from '../../../test/open-page.ts'
import { createRemoteRig, underWay } from '../../../test/remote-rig.ts'
import { createTestApp } from '../../../test/test-app.ts'

const rig = await createRemoteRig()
const { patient: t, links } = rig
links.on('/same.txt', serves('same'))
afterAll(() => rig.close())

const events = (page: OpenPage, type: string) => page.events.filter(event => event.type === type)

describe('open pages', () => {
  it('are told how far it is, what comes right now and what has come', async () => {
    const ann = await t.signIn()
    const page = await openPage(ann)
    const { asked, finish } = await underWay(links, ann, '/slowly.txt')
    const work = t.runJobs()
    await asked
    await expect
      .poll(() => events(page, 'remote.progress').at(-1))
      .toMatchObject({
        ...{ total: 2, processed: 0, failed: 0, file: null },
        current: { name: 'slowly.txt', received_bytes: 100_000, size_bytes: null },
      })
    finish()
    await work
    await expect
      .poll(() => events(page, 'remote.progress').at(-1))
      .toMatchObject({ total: 2, processed: 2, failed: 0, file: { name: 'same.txt' } })
    page.close()
  })

  it('are told of the folder too, also the one that asked', async () => {
    const app = await createTestApp({ config: { remote: rig.remote } })
    const ann = await app.signIn()
    const page = await openPage(ann)
    app.deps.worker.start()
    await ann.send(
      'POST',
      '/api/upload/remote',
      { urls: [links.url('/same.txt')] },
      { headers: { 'x-page': page.id } },
    )
    await expect
      .poll(() => events(page, 'folders.changed'))
      .toContainEqual({ type: 'folders.changed', folder_ids: [null] })
    page.close()
    await app.close()
  })
})
