import type { Kysely } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { makeTeamWith, openFolder } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { setMissingTeamIds } from '../../db/migrations/0034-missing-team-ids.ts'

const t = await openTestApp()
afterEach(async () => {
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})

/** Uploads a file below the root. @returns the file */
const upload = {
  single: async (client: TestClient, path: string) =>
    (await client.upload({ filename: 'a.txt', path })).body.data,
  batch: async (client: TestClient, path: string) => {
    const form = new FormData()
    form.set('manifest', JSON.stringify([{ filename: 'a.txt', path, size: 7 }]))
    form.append('file', new Blob(['content']), 'blob')
    return (await client.send('POST', '/api/upload/batch', form)).body.data[0].item
  },
}

async function shared() {
  const ann = await t.signIn()
  const ben = await t.signIn()
  return { ann, ben, team: await makeTeamWith(ann, 'Project', [[ben, 'can_view']]) }
}

describe.each(['single', 'batch'] as const)('the path of a %s upload', kind => {
  it('that leads into a team folder adds the file and its folders to the team', async () => {
    const { ann, ben, team } = await shared()
    const existing = await folder(ann, 'Existing', team.id)
    for (const path of ['Project/a.txt', 'Project/New/Deep/a.txt', 'project/existing/a.txt']) {
      const { id } = await upload[kind](ann, path)
      const { status, body } = await ben.send('GET', `/api/items/${id}`)
      expect([path, status, body.data?.attributes.team_id]).toEqual([path, 200, team.id])
    }
    expect((await openFolder(ben, existing.id)).status).toBe(200)
  })

  it('that leads past a team folder stays outside of it', async () => {
    const { ann } = await shared()
    const { attributes } = await upload[kind](ann, 'Private/a.txt')
    expect(attributes.team_id).toBeNull()
  })
})

it('the migration adds items to the team of the folder that contains them', async () => {
  const { ann, ben, team } = await shared()
  const outer = await folder(ann, 'Outer', team.id)
  const inner = await folder(ann, 'Inner', outer.id)
  const { id } = await upload.single(ann, 'Project/Outer/Inner/a.txt')
  const removed = await folder(ann, 'Removed', inner.id)
  await ann.send('POST', '/api/remove', { items: [{ id: removed.id, type: 'folder' }] })
  const outside = await folder(ann, 'Outside')
  const { db } = t.deps
  await db
    .updateTable('items')
    .set({ team_id: null })
    .where('id', 'in', [outer.id, inner.id, id, removed.id])
    .execute()
  await setMissingTeamIds(db as unknown as Kysely<unknown>)
  const rows = await db.selectFrom('items').select(['id', 'team_id']).execute()
  const teamOf = new Map(rows.map(row => [row.id, row.team_id]))
  for (const one of [outer.id, inner.id, id, removed.id]) expect(teamOf.get(one)).toBe(team.id)
  expect([teamOf.get(outside.id), teamOf.get(ann.userId)]).toEqual([null, null])
  expect((await ben.send('GET', `/api/items/${id}`)).status).toBe(200)
})
