import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { hashOf } from '../../db/audit-chain.ts'
import { requestContext } from '../../request-context.ts'
import { recordAudit } from './index.ts'

const t = await openTestApp()

const entries = () => t.deps.db.selectFrom('audit_entries').selectAll().orderBy('seq').execute()

async function expectUnbroken(): Promise<void> {
  const all = await entries()
  const end = await t.deps.db.selectFrom('audit_chain').selectAll().executeTakeFirstOrThrow()
  expect(all.map(entry => entry.seq)).toEqual(all.map((_, index) => index + 1))
  expect(all.map(entry => entry.previous_hash)).toEqual(['', ...all.map(hashOf).slice(0, -1)])
  expect(all.map(entry => entry.hash)).toEqual(all.map(hashOf))
  expect([end.last_seq, end.last_hash]).toEqual([all.length, all.at(-1)?.hash])
}

/** As many as wait for a connection without being refused. */
const CONCURRENT = 50
const ROUNDS = 4

it('keeps one chain through concurrent transactions and drops entries of those that fail', async () => {
  const before = (await entries()).length
  const targets = Array.from({ length: ROUNDS * CONCURRENT }, (): string => randomUUID())
  const failing = new Set(targets.filter((_, index) => index % 5 === 0))
  const transaction = (id: string) =>
    t.deps.transact(async tx => {
      recordAudit(tx, { action: 'document_type.created', target: { type: 'document-type', id } })
      if (failing.has(id)) throw new Error('rolled back')
      recordAudit(tx, { action: 'document_type.deleted', target: { type: 'document-type', id } })
    })
  // Each in a request of its own: SQLite commits several of them together.
  const inRequest = (id: string) =>
    requestContext.run(
      { requestId: id, ip: '192.0.2.1', userAgent: undefined, actor: null, clientId: undefined },
      () => transaction(id),
    )
  const results: PromiseSettledResult<void>[] = []
  for (let done = 0; done < targets.length; done += CONCURRENT)
    results.push(
      ...(await Promise.allSettled(targets.slice(done, done + CONCURRENT).map(inRequest))),
    )
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(failing.size)
  await expectUnbroken()
  const written = (await entries()).slice(before)
  expect(written).toHaveLength(2 * (targets.length - failing.size))
  expect(written.filter(entry => failing.has(entry.target_id ?? ''))).toEqual([])
  expect(written.map(entry => entry.request_id)).toEqual(written.map(entry => entry.target_id))
})

it('records the server itself where there is no request', async () => {
  await t.deps.transact(async tx => recordAudit(tx, { action: 'audit.trimmed' }))
  expect((await entries()).at(-1)).toMatchObject({ actor_type: 'system', ip: null })
  await expectUnbroken()
})

it('masks secrets and keeps only what differs', async () => {
  await t.deps.transact(async tx =>
    recordAudit(tx, {
      action: 'document_type.changed',
      before: { name: 'a', smtp_password: 'old', kept: [1] },
      after: { name: 'b', smtp_password: 'hunter2', kept: [1], mail: { api_key: 'k' } },
    }),
  )
  const entry = (await entries()).at(-1)
  expect(JSON.parse(entry?.before ?? '')).toEqual({ name: 'a', smtp_password: '••••' })
  expect(JSON.parse(entry?.after ?? '')).toEqual({
    name: 'b',
    smtp_password: '••••',
    mail: { api_key: '••••' },
  })
})

it('refuses to record outside of a transaction', () => {
  expect(() => recordAudit(t.deps.db, { action: 'audit.trimmed' })).toThrow(/transact/)
})
