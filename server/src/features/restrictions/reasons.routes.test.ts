import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { impose } from './index.ts'

const t = await openTestApp()

it('each action is refused with its own reason', async () => {
  const user = await t.signIn()
  await user.upload({ filename: 'a.txt', content: '0123456789' })
  await t.limitStorage(user.userId, 5)
  const message = 'No team folders for trainees.'
  await t.deps.transact(tx =>
    impose(tx, t.deps, {
      user_id: user.userId,
      reason: 'administrator',
      can_upload: 1,
      can_download: 1,
      can_create_folder: 1,
      can_create_team_folder: 0,
      message,
    }),
  )
  const { body } = await user.send('GET', '/api/user')
  expect(body.data.meta.restrictions).toMatchObject({
    reason: message,
    reasons: {
      canUpload: { code: 'storage_full', text: expect.stringMatching(/storage is full/) },
      canCreateTeamFolder: { code: 'administrator', text: message },
    },
  })
})

it('an unpaid invoice is named beside a restriction by hand, whichever came first', async () => {
  const user = await t.signIn()
  const flags = { can_upload: 0, can_download: 0, can_create_folder: 0 } as const
  for (const reason of ['administrator', 'unpaid'] as const)
    await t.deps.transact(tx =>
      impose(tx, t.deps, { user_id: user.userId, reason, ...flags, can_create_team_folder: 0 }),
    )
  const { body } = await user.send('GET', '/api/user')
  expect(body.data.meta.restrictions.all_reasons).toMatchObject([
    { code: 'unpaid', text: expect.stringMatching(/payment is due/) },
    { code: 'administrator' },
  ])
  const admin = await t.signIn('admin')
  const detail = await admin.send('GET', `/api/admin/users/${user.userId}`)
  expect(detail.body.data.meta.restrictions.all_reasons).toMatchObject([
    { code: 'unpaid' },
    { code: 'administrator' },
  ])
})
