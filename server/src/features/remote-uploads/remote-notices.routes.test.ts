import { notifications as contract } from '@coffer/contract'
import type { Notification } from '@coffer/contract/notification'
import { afterAll, expect, it } from 'vitest'
import { serves } from '../../../test/link-server.ts'
import { cancel, createRemoteRig, runAll, start } from '../../../test/remote-upload-server.ts'
import type { TestClient } from '../../../test/test-client.ts'

const rig = await createRemoteRig()
const { patient: t, links } = rig
links.on('/one.txt', serves('one'))
links.on('/two.txt', serves('two'))
afterAll(() => rig.close())

const notificationsOf = async (client: TestClient) =>
  (await client.call(contract.listNotifications, {})).body.data.map(
    ({ attributes }: Notification) => attributes,
  )

it('notifies the user once, after the last file', async () => {
  const ann = await t.signIn()
  await start(ann, [links.url('/one.txt'), links.url('/two.txt')])
  expect(await notificationsOf(ann)).toEqual([])
  await runAll(t, ann)
  await t.runJobs()
  expect(await notificationsOf(ann)).toMatchObject([
    {
      category: 'remote-upload-done',
      title: '2 files uploaded from their links',
      description: 'Last file: two.txt.',
      action: { type: 'route', params: { route: 'Files', button: 'Show' } },
    },
  ])
})

it('the notification links to the folder or to the failures', async () => {
  const ann = await t.signIn()
  const folder = await ann.send('POST', '/api/create-folder', { name: 'Links', parent_id: null })
  const { id } = folder.body.data
  await start(ann, [links.url('/one.txt')], id)
  await runAll(t, ann)
  await start(ann, [links.url('/one.txt'), links.url('/missing.txt')], id)
  await runAll(t, ann)
  expect(await notificationsOf(ann)).toMatchObject([
    {
      title: 'Couldn’t fetch 1 file',
      description: '1 of 2 were uploaded from their links.',
      action: { type: 'route', params: { route: 'FailedLinks', button: 'Details' } },
    },
    { title: '1 file uploaded from its link', action: { params: { id } } },
  ])
})

it('sends no notification after cancelling', async () => {
  const ann = await t.signIn()
  await start(ann, [links.url('/one.txt')])
  await cancel(ann)
  await t.runJobs()
  expect(await notificationsOf(ann)).toEqual([])
})
