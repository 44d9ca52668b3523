import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'

const t = await openTestApp()

it('exports the filtered differences in the language of the reader', async () => {
  const admin = await t.signIn('admin')
  const user = await t.signIn()
  const found_at = t.deps.now().getTime()
  const shared = { gateway: 'stripe', found_at } as const
  await t.deps.db
    .insertInto('billing_differences')
    .values([
      {
        ...shared,
        id: t.deps.newId(),
        kind: 'amount',
        subject: 'pay_1',
        ours: '1000 EUR',
        theirs: '900 EUR',
        user_id: user.userId,
      },
      {
        ...shared,
        id: t.deps.newId(),
        kind: 'missing_here',
        subject: 'pay_2',
        theirs: '500 EUR',
        resolved_at: found_at,
        resolution: '=Refunded',
      },
    ])
    .execute()
  const read = async (query: string) =>
    (
      await (
        await admin.fetch(`/api/admin/billing/differences/export?${query}`, {
          headers: { 'accept-language': 'es' },
        })
      ).text()
    )
      .trimEnd()
      .split('\r\n')
  const [header, open, ...others] = await read('state=open')
  expect(header).toContain('Diferencia')
  expect(open).toMatch(/,stripe,pay_1,,10\.00 EUR,9\.00 EUR,/)
  expect(open).toContain('@')
  expect(others).toEqual([])
  expect((await read('state=resolved'))[1]).toMatch(/,pay_2,,\S+,5\.00 EUR,.*'=Refunded/)
})
