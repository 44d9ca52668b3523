import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { createDirectoryTriggers } from '../../server/src/db/migrations/directory-triggers.ts'
import { directoryEntry, nameTokens } from '../../server/src/lib/directory-keys.ts'
import { openLoader, withoutIndexes } from './bulk.mjs'
import { randomFrom, variedName } from './names.mjs'

const BATCH_SIZE = 10_000
const SPREAD_MS = 60_000
const MEGABYTE = 1_000_000
const TABLES = ['users', 'user_settings', 'user_quotas', 'user_directory', 'user_directory_tokens']

/** Drops the triggers that keep the directory, because it is filled here itself. */
async function dropTriggers({ db, kind }) {
  if (kind === 'sqlite') {
    const { rows } =
      await sql`select name from sqlite_master where type = 'trigger' and sql like '%user_directory%'`.execute(
        db,
      )
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db)
    return
  }
  const { rows } = await sql`select tgname as name, tgrelid::regclass::text as "table"
    from pg_trigger where not tgisinternal and (tgname like '%directory%')`.execute(db)
  for (const { name, table } of rows) {
    await sql`drop trigger ${sql.ref(name)} on ${sql.raw(table)}`.execute(db)
    await sql`drop function ${sql.ref(name)}`.execute(db)
  }
}

/** Facts of a user by number: one in a thousand an administrator, one in fifty suspended, … */
function factsOf(number) {
  const used = (number * 7919) % 10_000
  return {
    used,
    role: number % 1000 === 0 ? 0 : 1,
    state: number % 50 === 0 ? 3 : Number(number % 10 === 0),
    twoFactor: Number(number % 4 === 0),
    level: used > 9_900 ? 2 : Number(used > 0),
  }
}

function person(number, random, kind, start) {
  const id = randomUUIDv7()
  const name = variedName(number, random).replace(/\.\w+$/, '')
  const email = `user-${number}@example.test`
  const at = new Date(start + number * SPREAD_MS).toISOString()
  const { used, role, state, twoFactor, level } = factsOf(number)
  const flag = kind === 'sqlite' ? Number(state !== 1) : state !== 1
  const user = {
    ...{ id, name, email, email_verified: flag, role: role === 0 ? 'admin' : 'user' },
    two_factor_confirmed_at: twoFactor ? at : null,
    suspended_at: state === 3 ? start : null,
    ...{ created_at: at, updated_at: at },
  }
  const settings = {
    ...{ user_id: id, first_name: name, last_name: '', color: '#888888' },
    ...{ theme_mode: 'system', emoji_type: 'twemoji' },
  }
  const quota = { user_id: id, used_bytes: used * MEGABYTE, capacity_bytes: 10_000 * MEGABYTE }
  const directory = {
    ...directoryEntry(user),
    ...{ role, state, two_factor: twoFactor, storage_level: level },
    storage_rank: used === 0 ? 0 : Math.floor(Math.log(used * MEGABYTE) * 1000) + 1,
    last_seen_at: number % 3 === 0 ? 0 : start + number * SPREAD_MS,
    created_at: start + number * SPREAD_MS,
    facet: role * 32 + state * 8 + twoFactor * 4 + level,
  }
  const tokens = nameTokens(user).map(token => ({ token, user_id: id }))
  return { user, settings, quota, directory, tokens }
}

/** Fills the tables that the list of users reads. */
export async function seedUsers(target, count) {
  const { db, kind, folder } = target
  await dropTriggers(target)
  const loader = openLoader(target, folder)
  const random = randomFrom(1)
  const start = Date.now() - count * SPREAD_MS
  const facets = new Map()
  if (kind === 'postgres') await sql`alter table users disable trigger all`.execute(db)
  await withoutIndexes(target, TABLES, async () => {
    for (let first = 0; first < count; first += BATCH_SIZE) {
      const length = Math.min(BATCH_SIZE, count - first)
      const people = Array.from({ length }, (_, index) =>
        person(first + index, random, kind, start),
      )
      for (const { directory } of people)
        facets.set(directory.facet, (facets.get(directory.facet) ?? 0) + 1)
      await loader.load(
        'users',
        people.map(({ user }) => user),
      )
      await loader.load(
        'user_settings',
        people.map(({ settings }) => settings),
      )
      await loader.load(
        'user_quotas',
        people.map(({ quota }) => quota),
      )
      await loader.load(
        'user_directory',
        people.map(({ directory }) => directory),
      )
      await loader.load(
        'user_directory_tokens',
        people.flatMap(({ tokens }) => tokens),
      )
    }
    await loader.load(
      'user_counts',
      [...facets].map(([facet, change]) => ({ facet, change })),
    )
  })
  if (kind === 'postgres') await sql`alter table users enable trigger all`.execute(db)
  await createDirectoryTriggers(db, kind)
  loader.close()
}

export function USER_CASES(count) {
  const list = query => `/api/admin/users?${new URLSearchParams(query)}`
  const middle = String(Math.floor(count / 100))
  const last = String(Math.floor(count / 50))
  const orders = [
    'name',
    'email',
    'role',
    'state',
    'storage',
    'two_factor',
    'last_seen',
    'created_at',
  ]
  const sorts = orders.flatMap(sort =>
    ['asc', 'desc'].flatMap(direction => [
      [`users, by ${sort} ${direction}`, list({ sort, direction })],
      [`users, by ${sort} ${direction}, middle page`, list({ sort, direction, page: middle })],
    ]),
  )
  const filters = [
    { role: 'admin' },
    ...['active', 'unverified', 'invited', 'suspended'].map(state => ({ state })),
    ...['on', 'off'].map(two_factor => ({ two_factor })),
    ...['empty', 'in_use', 'nearly_full', 'full'].map(storage => ({ storage })),
    ...['never', 'ever'].map(seen => ({ seen })),
    { seen_from: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10) },
    { created_from: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10) },
    { state: 'suspended', two_factor: 'on' },
  ]
  const named = filters.map(filter => [
    `users, ${Object.entries(filter)
      .map(pair => pair.join(' '))
      .join(', ')}`,
    list(filter),
  ])
  return [
    ['users, first page', list({})],
    ['users, middle page', list({ page: middle })],
    ['users, last page', list({ page: last })],
    ...sorts,
    ...named,
    ['users, search one', list({ query: `user-${Math.floor(count / 2)}@example.test` })],
    ['users, search all', list({ query: 'user' })],
    ['users, search nothing', list({ query: 'nothing here' })],
  ]
}
