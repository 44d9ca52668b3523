import { randomUUID } from 'node:crypto'
import { dataExports } from '@coffer/contract'
import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { emailOf, makeTeam } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { uploadRequestApi } from '../../../test/upload-request-api.ts'
import { download, textIn } from '../../../test/zips.ts'

const t = await openTestApp()

/** Creates an export and returns one of its JSON files. */
async function recordsOf(client: TestClient, name: string) {
  const body = { password: 'correct horse battery' }
  expect((await client.call(dataExports.createDataExport, { body })).status).toBe(201)
  await t.runJobs()
  const archive = await download(client, '/api/user/data-export/download')
  return JSON.parse(await textIn(archive.body, `data/${name}.json`))
}

it('contains the invitations to team folders that the user sent and received', async () => {
  const ann = await t.signIn()
  const ben = await t.signIn()
  const email = await emailOf(ben)
  await makeTeam(ann, 'Harbour', [{ email, permission: 'can_view' }])
  const invitation = { folder: 'Harbour', permission: 'can_view', status: 'pending' }
  const sent = await recordsOf(ann, 'team_folders')
  expect(sent.sent_invitations).toMatchObject([{ ...invitation, email, answered_at: null }])
  expect(sent.received_invitations).toEqual([])
  const received = await recordsOf(ben, 'team_folders')
  expect(received.received_invitations).toMatchObject([invitation])
  expect(received.sent_invitations).toEqual([])
})

it('contains the checklists of upload requests and the files received', async () => {
  const ann = await t.signIn()
  const admin = await t.signIn('admin')
  const type = { name: `Lease ${randomUUID()}`, fields: [] }
  const { id: tipo_id } = (await admin.send('POST', '/api/admin/documents', type)).body.data
  const asking = uploadRequestApi(t, ann)
  const other = await asking.ask({ name: 'Plans' })
  const { attributes } = await asking.ask({ documents: [{ tipo_id }], allowed_types: ['txt'] })
  const guest = await asking.requestGuestId(attributes.token)
  const file = { filename: 'lease.txt', content: 'signed', tipo_id }
  expect((await asking.send(guest, attributes.token, file)).status).toBe(201)
  expect(await recordsOf(ann, 'upload_requests')).toMatchObject([
    { id: other.id, allowed_types: null, documents: [], received: [] },
    {
      allowed_types: ['txt'],
      documents: [{ type: type.name, subcategory: null }],
      received: [{ name: 'lease.txt', size_bytes: 6, type: type.name }],
    },
  ])
})
