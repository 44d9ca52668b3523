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
