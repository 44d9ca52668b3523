import { randomBytes } from 'node:crypto'
import { teams } from '@coffer/contract'
import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { readSlowly } from '../../../test/read-slowly.ts'
import { makeTeamWith } from '../../../test/teams.ts'

const t = await openTestApp()
const SIZE = 24_000_000

it.each(['file', 'zip', 'zip of the folder'])(
  'a removed member loses a running download: %s',
  async kind => {
    const [owner, member, other] = [await t.signIn(), await t.signIn(), await t.signIn()]
    const team = await makeTeamWith(owner, 'Team', [
      [member, 'can_view'],
      [other, 'can_view'],
    ])
    const big = { filename: 'big.bin', content: randomBytes(SIZE), parent_id: team.id }
    const { id } = (await owner.upload(big)).body.data
    const path = {
      file: `/file/${id}`,
      zip: `/api/zip?items=${id}|file`,
      'zip of the folder': `/api/zip?select_all_in=${team.id}`,
    }[kind] as string
    const running = await member.fetch(path)
    const kept = await other.fetch(path)
    expect([running.status, kept.status]).toEqual([200, 200])
    const members = [{ id: other.userId, permission: 'can_view' as const }]
    const change = { params: { id: team.id }, body: { name: 'Team', members, invitations: [] } }
    expect((await owner.call(teams.updateTeamFolder, change)).status).toBe(200)
    const [cut, complete] = await Promise.allSettled([readSlowly(running), readSlowly(kept)])
    expect(cut.status).toBe('rejected')
    expect(complete.status === 'fulfilled' && complete.value).toBeGreaterThanOrEqual(SIZE)
  },
)
