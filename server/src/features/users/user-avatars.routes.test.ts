import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import * as samples from '../../../test/media-samples.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { Deps } from '../../deps.ts'
import { putUserAvatar, removeUserAvatar } from './user-avatars.service.ts'

const t = await openTestApp()

/** The dependencies of a server that dies after its first transaction. */
function dyingDeps(): Deps {
  let transactions = 0
  const transact: Deps['transact'] = (...call) => {
    transactions += 1
    if (transactions > 1) throw new Error('The server died.')
    return t.deps.transact(...call)
  }
  return { ...t.deps, transact }
}

it('changes an avatar and records it in one transaction', async () => {
  const { userId } = await t.signIn()
  const findKey = async () => {
    const settings = t.deps.db.selectFrom('user_settings').select('avatar_key')
    return (await settings.where('user_id', '=', userId).executeTakeFirstOrThrow()).avatar_key
  }
  const countEntries = async () => {
    const entries = t.deps.db.selectFrom('audit_entries').select('seq')
    const changes = entries.where('action', '=', 'user.avatar_changed')
    return (await changes.where('target_id', '=', userId).execute()).length
  }
  const picture = await samples.picture('png')
  await putUserAvatar(dyingDeps(), userId, Readable.from([picture]))
  expect([await findKey(), await countEntries()]).toEqual([expect.any(String), 1])
  await removeUserAvatar(dyingDeps(), userId)
  expect([await findKey(), await countEntries()]).toEqual([null, 2])
})
