import { afterAll, expect, it } from 'vitest'
import { serves } from '../../../test/link-server.ts'
import {
  createRemoteRig,
  read,
  reservedBytes,
  runAll,
  start,
} from '../../../test/remote-upload-server.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { fetchRemoteUpload } from './index.ts'

const rig = await createRemoteRig()
const { patient: t, links } = rig
links.on('/same.txt', serves('same'))
afterAll(() => rig.close())

/** Deletes a user whose files another one receives. */
async function transferOwnership(user: TestClient, { userId }: TestClient): Promise<void> {
  const admin = await t.signIn('admin')
  const { name } = await t.deps.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow()
  const body = { name, hand_over_to: userId }
  const { status } = await admin.send('DELETE', `/api/admin/users/${user.userId}`, body)
  expect(status).toBeLessThan(300)
}

async function teamOfThree() {
  const [owner, member, heir] = [await t.signIn(), await t.signIn(), await t.signIn()]
  const team = await makeTeamWith(owner, 'Team', [[member, 'can_edit']])
  return { owner, member, heir, team }
}

it('waiting links of members follow a team folder to the user who receives it', async () => {
  const { owner, member, heir, team } = await teamOfThree()
  await start(member, [links.url('/same.txt')], team.id)
  await transferOwnership(owner, heir)
  expect(await read(member)).toMatchObject({ total: 1, failed: 0 })
  await runAll(t, member)
  expect(await heir.names(team.id)).toEqual(['same.txt'])
})

it('a running link of a member begins again for the user who receives the folder', async () => {
  const { owner, member, heir, team } = await teamOfThree()
  const requested = Promise.withResolvers<void>()
  links.on('/held.txt', response => {
    response.write('x'.repeat(100_000))
    requested.resolve()
  })
  await start(member, [links.url('/held.txt')], team.id)
  const stop = new AbortController()
  const running = fetchRemoteUpload.run(t.deps, { userId: member.userId }, { signal: stop.signal })
  await requested.promise
  await expect.poll(() => reservedBytes(t, owner)).toBeGreaterThan(0)
  await transferOwnership(owner, heir)
  await running
  links.on('/held.txt', serves('complete'))
  await runAll(t, member)
  expect(await heir.names(team.id)).toEqual(['held.txt'])
  expect(await reservedBytes(t, heir)).toBe(0)
})
