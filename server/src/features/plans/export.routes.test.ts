import { expect, it } from 'vitest'
import { insertMeteredPlan } from '../../../test/metered-users.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { plansOf } from '../../../test/plans.ts'

const t = await openTestApp()

it('exports the filtered plans in the order of the table', async () => {
  const admin = await t.signIn('admin')
  const plans = plansOf(t, () => admin)
  const studio = await plans.create({ name: 'Studio', amount: 1250 })
  await plans.create({ name: 'Agency', features: { max_storage_amount: -1, max_team_members: -1 } })
  await insertMeteredPlan(t)
  await plans.subscribe(studio.id)
  const read = async (query: string) =>
    (await (await admin.fetch(`/api/subscriptions/admin/plans/export?${query}`)).text())
      .trimEnd()
      .split('\r\n')
      .slice(1)
  const [agency, ...others] = await read('type=fixed')
  expect(agency).toMatch(/^Agency,,Fixed,Active,Visible,10\.00,EUR,Monthly,Unlimited,Unlimited,0,/)
  expect(others).toEqual([
    expect.stringMatching(/^Studio,,Fixed,Active,Visible,12\.50,EUR,Monthly,100,5,1,12\.50,\d{4}-/),
  ])
  expect(await read('type=metered')).toEqual([
    expect.stringMatching(/^Pay as you go,,Metered,Active,Visible,,EUR,Monthly,,,0,0\.00,/),
  ])
})
