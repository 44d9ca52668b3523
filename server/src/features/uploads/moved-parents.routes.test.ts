import { expect, it } from 'vitest'
import { bytes, chunked, sha256 } from '../../../test/contents.ts'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { makeTeamWith } from '../../../test/teams.ts'

const t = await openTestApp()

it('an upload begins again once its folder belongs to another owner', async () => {
  const [ann, ben] = [await t.signIn(), await t.signIn()]
  const team = await makeTeamWith(ben, 'Team', [[ann, 'can_edit']])
  const target = await folder(ann, 'Target')
  const content = bytes(200_000)
  const { send } = chunked(ann, content, { parent_id: target.id })
  await send(0, 100_000)
  const items = [{ id: target.id, type: 'folder' }]
  const moved = await ann.send('POST', '/api/move', { to_id: team.id, items })
  expect(moved.status).toBe(200)

  const { status, body } = await send(100_000, 200_000)
  expect([status, body.code, body.expected_offset]).toEqual([409, 'upload.offset_conflict', 0])
  expect((await t.storage(ann.userId)).reserved_bytes).toBe(0)
  await send(0, 100_000)
  const last = await send(100_000, 200_000)
  expect(last.body.data.relationships.owner.data.id).toBe(ben.userId)
  expect(sha256(await ann.download(last.body.data))).toBe(sha256(content))
})
