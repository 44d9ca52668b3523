import { afterAll, expect, it } from 'vitest'
import { serves } from '../../../test/link-server.ts'
import { createRemoteRig, start } from '../../../test/remote-upload-server.ts'
import { claimAttempt } from './attempts.service.ts'

const rig = await createRemoteRig()
const { patient: t, links } = rig
links.on('/same.txt', serves('same'))
afterAll(() => rig.close())

it.each([
  ['behind', -3_600_000],
  ['ahead', 3_600_000],
])(
  'a process whose clock is an hour %s takes over only attempts that a killed one left',
  async (_, offMs) => {
    const ann = await t.signIn()
    await start(ann, [links.url('/same.txt')])
    const off = () => new Date(t.deps.now().getTime() + offMs)
    const claim = (now = t.deps.now) => claimAttempt({ ...t.deps, now }, ann.userId)
    const first = await claim()
    expect(await claim(off)).toBeUndefined()
    await t.deps.db
      .updateTable('remote_uploads')
      // The clock of the database is that of the machine here.
      .set({ updated_at: Date.now() - 60_000 })
      .where('user_id', '=', ann.userId)
      .execute()
    const second = await claim(off)
    expect(second?.attempt).toBe(2)
    expect(second?.blob_id).not.toBe(first?.blob_id)
  },
)
