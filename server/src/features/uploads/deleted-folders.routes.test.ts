import { randomUUID } from 'node:crypto'
import { trash, uploads } from '@coffer/contract'
import { expect, it } from 'vitest'
import { bytes, chunked } from '../../../test/contents.ts'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import { clearStaleUploads } from './index.ts'

const t = await openTestApp()

// U15
it('an upload into a deleted folder is kept while its sender can add to the team', async () => {
  const ann = await t.signIn()
  const ben = await t.signIn()
  const team = await makeTeamWith(ben, `Team ${randomUUID()}`, [[ann, 'can_edit']])
  const inner = await folder(ben, 'Inner', team.id)
  const { upload_id, send } = chunked(ann, bytes(200_000), { parent_id: inner.id })
  await send(0, 100_000)
  const item = { id: inner.id, type: 'folder' as const }
  await ben.call(trash.removeItems, { body: { items: [item] } })
  await ben.call(trash.removeItems, { body: { items: [{ ...item, force_delete: true }] } })
  expect(
    await t.deps.db.selectFrom('items').select('id').where('id', '=', inner.id).execute(),
  ).toEqual([])

  const status = async () => (await ann.call(uploads.getUpload, { params: { upload_id } })).status
  await clearStaleUploads(t.deps)
  expect(await status()).toBe(200)
  expect((await send(100_000, 200_000)).body.code).toBe('upload.parent_gone')

  await t.deps.db.deleteFrom('team_members').where('folder_id', '=', team.id).execute()
  await clearStaleUploads(t.deps)
  expect(await status()).toBe(404)
})
