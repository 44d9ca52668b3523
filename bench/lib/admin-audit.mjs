import { AUDIT_ACTIONS, categoryOf } from '../../contract/src/audit.ts'
import { chainEntries } from '../../server/src/db/audit-chain.ts'
import { verifyLog } from '../../server/src/features/audit/index.ts'
import { openLoader, withoutIndexes } from './bulk.mjs'

const BATCH_SIZE = 10_000
const SPREAD_MS = 60_000
const ACTORS = 5_000
const ADDRESSES = 2_000

const idOf = (kind, number) =>
  `0190${kind}00-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const nameOf = number => `Person ${number} of ${ACTORS}`

/** Sign-ins are the most, as on a real server. */
const actionOf = number =>
  number % 3 === 0 ? 'sign_in.password' : AUDIT_ACTIONS[number % AUDIT_ACTIONS.length]

function entry(number) {
  const action = actionOf(number)
  const actor = (number * 7919) % ACTORS
  const target = `Target ${number}`
  const address = (number * 31) % ADDRESSES
  return {
    actor_type: number % 20 === 0 ? 'system' : 'user',
    actor_id: number % 20 === 0 ? null : idOf('aa', actor),
    actor_name: number % 20 === 0 ? null : nameOf(actor),
    actor_key: number % 20 === 0 ? null : nameOf(actor).toLowerCase(),
    token_name: null,
    ip: `192.0.${address >> 8}.${address & 255}`,
    device: 'Firefox, Linux',
    request_id: idOf('bb', number),
    action,
    category: categoryOf(action),
    target_type: 'item',
    target_id: idOf('cc', number % 100_000),
    target_name: target,
    target_key: target.toLowerCase(),
    before: null,
    after: JSON.stringify({ name: target, permission: 'visitor' }),
  }
}

/** Fills the log with a valid chain. @returns values to filter by */
export async function seedEntries(target, count) {
  const { db, folder } = target
  const loader = openLoader(target, folder)
  const chain = await db.selectFrom('audit_chain').selectAll().executeTakeFirstOrThrow()
  let end = { seq: chain.last_seq, hash: chain.last_hash }
  const start = Date.now() - count * SPREAD_MS
  await withoutIndexes(target, ['audit_entries'], async () => {
    for (let first = 0; first < count; first += BATCH_SIZE) {
      const rows = []
      for (let number = first; number < Math.min(count, first + BATCH_SIZE); number += 1) {
        const [row] = chainEntries([entry(number)], { ...end, at: start + number * SPREAD_MS })
        rows.push(row)
        end = row
      }
      await loader.load('audit_entries', rows)
    }
    await db.updateTable('audit_chain').set({ last_seq: end.seq, last_hash: end.hash }).execute()
  })
  loader.close()
  const middle = entry(Math.floor(count / 2) + 1)
  const day = new Date(start + (count / 2) * SPREAD_MS).toISOString().slice(0, 10)
  return { ...middle, day }
}

export async function verifyEntries(deps) {
  const result = await verifyLog(deps)
  if (!result.isValid) throw new Error(`The log is not valid: ${JSON.stringify(result)}`)
}

export function AUDIT_CASES(count, sample) {
  const list = query => `/api/admin/audit?${new URLSearchParams(query)}`
  const middle = String(Math.floor(count / 100))
  const last = String(Math.floor(count / 50))
  const sorts = ['at', 'user', 'action'].flatMap(sort =>
    ['asc', 'desc'].flatMap(direction => [
      [`audit, by ${sort} ${direction}`, list({ sort, direction })],
      [`audit, by ${sort} ${direction}, middle page`, list({ sort, direction, page: middle })],
    ]),
  )
  return [
    ['audit, first page', list({})],
    ['audit, middle page', list({ page: middle })],
    ['audit, last page', list({ page: last })],
    ...sorts,
    ['audit, category (a third)', list({ category: 'sign_in' })],
    ['audit, category, page 200', list({ category: 'sign_in', page: '200' })],
    ['audit, category (few)', list({ category: 'subcategory' })],
    ['audit, category by user', list({ category: 'sign_in', sort: 'user', direction: 'asc' })],
    ['audit, made by the server', list({ actor_type: 'system' })],
    ['audit, user', list({ actor: sample.actor_id })],
    ['audit, target', list({ target: sample.target_id })],
    ['audit, ip', list({ ip: sample.ip })],
    ['audit, one day', list({ at_from: sample.day, at_to: sample.day })],
    ['audit, from a day on (half)', list({ at_from: sample.day })],
    [
      'audit, category on one day',
      list({ category: 'share', at_from: sample.day, at_to: sample.day }),
    ],
    ['audit, user and category', list({ actor: sample.actor_id, category: sample.category })],
    ['audit, search one user', list({ query: sample.actor_name })],
    ['audit, search everything', list({ query: 'person' })],
    ['audit, search nothing', list({ query: 'nothing here' })],
    ['audit, search request', list({ query: sample.request_id })],
    ['audit, recent activity', '/api/user/activity'],
  ]
}
