import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'
import { clearOldEvents } from './index.ts'

const t = await openTestApp()

describe('visits without cookies', () => {
  it('count up to a limit per address', async () => {
    const ann = await t.signIn()
    const { folder, share } = sharingBy(ann)
    const id = await folder('Folder')
    const token = await share(id)
    for (let count = 0; count < 40; count += 1)
      await fetch(`${t.origin}/api/sharing/${token}`, {
        headers: { 'user-agent': `Program ${count}` },
      })
    const { body } = await ann.send('GET', `/api/share/${token}`)
    expect(body.data.attributes.visits).toBe(20)
  })
})

it('the activity of a link keeps its newest entries', async () => {
  const ann = await t.signIn()
  const { folder, share } = sharingBy(ann)
  const token = await share(await folder('Folder'))
  const { id: share_id } = await t.deps.db
    .selectFrom('shares')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  const at = t.deps.now().getTime()
  const rows = Array.from({ length: 5003 }, (_, index) => ({
    id: `${share_id}-${index}`,
    share_id,
    kind: 'opened' as const,
    created_at: at + index,
    item_id: null,
    name: null,
    bytes: null,
    device: null,
  }))
  for (let start = 0; start < rows.length; start += 100)
    await t.deps.db
      .insertInto('share_events')
      .values(rows.slice(start, start + 100))
      .execute()
  await clearOldEvents(t.deps)
  const remaining = await t.deps.db
    .selectFrom('share_events')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('share_id', '=', share_id)
    .executeTakeFirstOrThrow()
  expect([Number(remaining.count), Number(remaining.oldest)]).toEqual([5000, at + 3])
})
