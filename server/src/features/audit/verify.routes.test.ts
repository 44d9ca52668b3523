import { DAY_MS } from '@coffer/contract/durations'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { runCommand } from '../../cli/commands.ts'
import { hashOf } from '../../db/audit-chain.ts'
import type { AuditChainTable, AuditEntryRow } from '../../db/schema-audit.ts'
import { recordAudit, trimAuditLog, verifyLog } from './index.ts'

const t = await openTestApp()
const { db } = t.deps

const ENTRIES = 12
const record = (name: string) =>
  t.deps.transact(async tx =>
    recordAudit(tx, { action: 'document_type.created', target: { type: 'document-type', name } }),
  )
const entries = () => db.selectFrom('audit_entries').selectAll().orderBy('seq').execute()
const verify = () => verifyLog(t.deps)

let saved: { rows: AuditEntryRow[]; chain: AuditChainTable }
beforeAll(async () => {
  for (let index = 0; index < ENTRIES; index += 1) await record(`Type ${index}`)
  const chain = await db.selectFrom('audit_chain').selectAll().executeTakeFirstOrThrow()
  saved = { rows: await entries(), chain }
})
/** Undoes what the test before did to the tables. */
async function restore(): Promise<void> {
  await db.deleteFrom('audit_entries').execute()
  await db.insertInto('audit_entries').values(saved.rows).execute()
  await db.updateTable('audit_chain').set(saved.chain).execute()
}
beforeEach(restore)

const setEnd = (seq: number, hash: string) =>
  db.updateTable('audit_chain').set({ last_seq: seq, last_hash: hash }).execute()

describe('verification names', () => {
  it('nothing in an untouched log', async () => {
    expect(await verify()).toMatchObject({ isValid: true, count: ENTRIES })
    const said = await runCommand(t.deps, ['audit', 'verify'])
    expect(said).toMatch(/^The audit log is complete and unchanged: 12 entries. Checkpoint: 12:/)
  })

  it.each([
    ['target_name', 'Other'],
    ['actor_name', 'Other'],
    ['actor_id', 'other'],
    ['ip', '192.0.2.9'],
    ['after', '{"a":1}'],
    ['at', 1],
    ['action', 'sign_in.password'],
    ['category', 'sign_in'],
    ['hash', 'x'],
    ['previous_hash', 'x'],
  ])('an entry whose %s was changed', async (column, value) => {
    await sql`update audit_entries set ${sql.ref(column)} = ${value} where seq = 5`.execute(db)
    expect(await verify()).toEqual({ isValid: false, seq: 5, problem: 'changed' })
    await expect(runCommand(t.deps, ['audit', 'verify'])).rejects.toThrow('entry 5 was changed')
  })

  it('the entry after one that was changed and hashed again', async () => {
    const forged = { ...(saved.rows[4] as AuditEntryRow), target_name: 'Other' }
    await db
      .updateTable('audit_entries')
      .set({ target_name: 'Other', hash: hashOf(forged) })
      .where('seq', '=', 5)
      .execute()
    expect(await verify()).toEqual({ isValid: false, seq: 6, problem: 'changed' })
  })

  it.each([1, 5, ENTRIES])('entry %d that was deleted', async seq => {
    await db.deleteFrom('audit_entries').where('seq', '=', seq).execute()
    expect(await verify()).toEqual({ isValid: false, seq, problem: 'missing' })
  })

  it('an entry whose deletion was hidden by renumbering', async () => {
    await db.deleteFrom('audit_entries').where('seq', '=', 5).execute()
    for (let seq = 6; seq <= ENTRIES; seq += 1)
      await sql`update audit_entries set seq = seq - 1 where seq = ${seq}`.execute(db)
    await setEnd(ENTRIES - 1, saved.rows.at(-1)?.hash ?? '')
    expect(await verify()).toEqual({ isValid: false, seq: 5, problem: 'changed' })
  })

  it('entries that changed places', async () => {
    await sql`update audit_entries set seq = 100 where seq = 5`.execute(db)
    await sql`update audit_entries set seq = 5 where seq = 6`.execute(db)
    await sql`update audit_entries set seq = 6 where seq = 100`.execute(db)
    expect(await verify()).toEqual({ isValid: false, seq: 5, problem: 'changed' })
  })

  it('an entry that was inserted after the end', async () => {
    const last = saved.rows.at(-1) as AuditEntryRow
    const forged = { ...last, seq: last.seq + 1, previous_hash: last.hash }
    await db
      .insertInto('audit_entries')
      .values({ ...forged, hash: hashOf(forged) })
      .execute()
    expect(await verify()).toEqual({ isValid: false, seq: 13, problem: 'inserted' })
  })

  it('the first entries that were cut off with their anchor moved', async () => {
    await db.deleteFrom('audit_entries').where('seq', '<=', 3).execute()
    await db
      .updateTable('audit_chain')
      .set({ anchor_seq: 3, anchor_hash: saved.rows[2]?.hash ?? '' })
      .execute()
    expect(await verify()).toEqual({ isValid: false, seq: 1, problem: 'missing' })
  })

  it('the last entries that were cut off with the end moved, by a checkpoint', async () => {
    const { end } = (await verify()) as { end: { seq: number; hash: string } }
    await db.deleteFrom('audit_entries').where('seq', '=', ENTRIES).execute()
    await setEnd(ENTRIES - 1, saved.rows.at(-2)?.hash ?? '')
    expect(await verify()).toMatchObject({ isValid: true })
    const checkpoint = `${end.seq}:${end.hash}`
    await expect(runCommand(t.deps, ['audit', 'verify', checkpoint])).rejects.toThrow(
      'entry 12 is missing',
    )
    await record('Another')
    await expect(runCommand(t.deps, ['audit', 'verify', checkpoint])).rejects.toThrow(
      'entry 12 was changed',
    )
  })
})

describe('retention', () => {
  it('deletes old entries from the beginning and leaves a log that can be verified', async () => {
    t.advance(10 * DAY_MS)
    await record('New')
    await trimAuditLog(t.deps, 20)
    expect(await entries()).toHaveLength(ENTRIES + 1)
    await trimAuditLog(t.deps, 0)
    expect(await entries()).toHaveLength(ENTRIES + 1)
    await trimAuditLog(t.deps, 5)
    const left = await entries()
    expect(left.map(entry => [entry.seq, entry.action])).toEqual([
      [13, 'document_type.created'],
      [14, 'audit.trimmed'],
    ])
    expect(JSON.parse(left[1]?.after ?? '')).toMatchObject({ count: ENTRIES, last_number: ENTRIES })
    expect(await verify()).toMatchObject({ isValid: true, count: 2 })
    await trimAuditLog(t.deps, 5)
    expect(await entries()).toHaveLength(2)
  })

  it('keeps old entries that follow one that stays', async () => {
    t.advance(10 * DAY_MS)
    await record('New')
    t.advance(-10 * DAY_MS)
    await record('By a clock that was set back')
    t.advance(10 * DAY_MS)
    await trimAuditLog(t.deps, 5)
    expect((await entries())[0]?.target_name).toBe('New')
    expect(await verify()).toMatchObject({ isValid: true })
  })

  it('deletes everything that is old', async () => {
    t.advance(10 * DAY_MS)
    await trimAuditLog(t.deps, 5)
    expect((await entries()).map(entry => entry.action)).toEqual(['audit.trimmed'])
    expect(await verify()).toMatchObject({ isValid: true, count: 1 })
    await record('Next')
    expect(await verify()).toMatchObject({ isValid: true, count: 2 })
  })
})
