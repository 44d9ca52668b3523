import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { plansOf } from '../../../test/plans.ts'

const t = await openTestApp()

it('exports the filtered subscriptions in the language of the reader', async () => {
  const admin = await t.signIn('admin')
  const plans = plansOf(t, () => admin)
  const { id } = await plans.create({ name: '=Studio', amount: 1250 })
  await plans.subscribe(id, { external_id: 'sub_1' })
  await plans.subscribe(id, { status: 'completed' })
  const path = `/api/subscriptions/admin/export?status=active&plan=${id}`
  const reply = await admin.fetch(path, { headers: { 'accept-language': 'es' } })
  expect(reply.headers.get('content-disposition')).toMatch(/coffer-subscriptions-[\d-]+\.csv/)
  const [header, row, ...others] = (await reply.text()).trimEnd().split('\r\n')
  expect(header).toContain('Usuario,Correo electrónico,Plan,Estado')
  expect(row).toMatch(/,'=Studio,Activa,.*,12\.50,EUR,.*,system,sub_1,\d{4}-/)
  expect(others).toEqual([])
})

it('exports more subscriptions than one batch, each once', async () => {
  const admin = await t.signIn('admin')
  const plans = plansOf(t, () => admin)
  const { id } = await plans.create()
  const { user_id } = await plans.subscribe(id)
  const row = await t.deps.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const ended = Array.from({ length: 620 }, (_, at) => {
    return { ...row, id: t.deps.newId(), status: 'completed' as const, external_id: `sub-${at}` }
  })
  for (const part of [ended.slice(0, 310), ended.slice(310)])
    await t.deps.db.insertInto('subscriptions').values(part).execute()
  const reply = await admin.fetch(`/api/subscriptions/admin/export?plan=${id}`)
  const rows = (await reply.text()).trimEnd().split('\r\n').slice(1)
  expect(rows).toHaveLength(621)
  expect(new Set(rows.map(text => text.match(/sub-\d+/)?.[0])).size).toBe(621)
})
