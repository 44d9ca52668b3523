import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** Expressions that differ between the databases. */
const dialects = {
  sqlite: {
    verified: 'u.email_verified = 1',
    millis: (time: string) => `cast(round((julianday(${time}) - 2440587.5) * 86400000) as integer)`,
    floor: (number: string) => `cast(floor(${number}) as integer)`,
  },
  postgres: {
    verified: 'u.email_verified',
    millis: (time: string) => `cast(floor(extract(epoch from ${time}) * 1000) as bigint)`,
    floor: (number: string) => `cast(floor(${number}) as integer)`,
  },
}

/** Increases by one with each 0.1 % of the bytes. */
const rankOf = (bytes: string, kind: DatabaseKind) =>
  `case when ${bytes} <= 0 then 0 else ${dialects[kind].floor(`ln(${bytes}) * 1000`)} + 1 end`

/** 0 empty, 1 in use, 2 from 90 % of the limit, 3 full. */
const levelOf = (used: string, capacity: string) => `case
  when ${capacity} is not null and ${used} >= ${capacity} then 3
  when ${capacity} is not null and ${used} * 10 >= ${capacity} * 9 then 2
  when ${used} > 0 then 1 else 0 end`

/** Role, state and two-factor of one user, read from where they are stored. */
const refreshUser = (id: string, kind: DatabaseKind) => `
  update user_directory set
    role = (select case when coalesce(i.role, u.role) = 'admin' then 0 else 1 end
      from users u left join user_invitations i on i.user_id = u.id where u.id = ${id}),
    state = (select case when u.suspended_at is not null then 3
        when i.user_id is not null then 2
        when ${dialects[kind].verified} then 0 else 1 end
      from users u left join user_invitations i on i.user_id = u.id where u.id = ${id}),
    two_factor = (select case when u.two_factor_confirmed_at is null then 0 else 1 end
      from users u where u.id = ${id}),
    created_at = (select ${dialects[kind].millis('u.created_at')} from users u where u.id = ${id})
  where user_id = ${id};`

const refreshQuota = (id: string, kind: DatabaseKind) => `
  update user_directory set
    storage_level = coalesce((select ${levelOf('q.used_bytes', 'q.capacity_bytes')}
      from user_quotas q where q.user_id = ${id}), 0),
    storage_rank = coalesce((select ${rankOf('q.used_bytes', kind)}
      from user_quotas q where q.user_id = ${id}), 0)
  where user_id = ${id};`

const refreshFacet = (id: string) => `
  update user_directory set facet = role * 32 + state * 8 + two_factor * 4 + storage_level
  where user_id = ${id} and facet <> role * 32 + state * 8 + two_factor * 4 + storage_level;`

const refreshSeen = (row: string, kind: DatabaseKind) => {
  const at = dialects[kind].millis(`${row}.updated_at`)
  return `update user_directory set last_seen_at = ${at}
    where user_id = ${row}.user_id and last_seen_at < ${at};`
}

interface Trigger {
  name: string
  on: string
  when?: string
  body: string
}

const USER_COLUMNS = 'role, email_verified, two_factor_confirmed_at, suspended_at'

function triggers(kind: DatabaseKind): Trigger[] {
  const differs = (column: string) =>
    `old.${column} ${kind === 'sqlite' ? 'is not' : 'is distinct from'} new.${column}`
  const ofUser = (id: string) => refreshUser(id, kind) + refreshFacet(id)
  return [
    {
      name: 'users_directory_update',
      on: `update of ${USER_COLUMNS} on users`,
      when: USER_COLUMNS.split(', ').map(differs).join(' or '),
      body: ofUser('new.id'),
    },
    {
      name: 'user_invitations_directory_insert',
      on: 'insert on user_invitations',
      body: ofUser('new.user_id'),
    },
    {
      name: 'user_invitations_directory_update',
      on: 'update of role on user_invitations',
      body: ofUser('new.user_id'),
    },
    {
      name: 'user_invitations_directory_delete',
      on: 'delete on user_invitations',
      body: ofUser('old.user_id'),
    },
    {
      name: 'user_directory_insert',
      on: 'insert on user_directory',
      body: `insert into user_counts (facet, change) values (new.facet, 1);
        ${refreshUser('new.user_id', kind)} ${refreshQuota('new.user_id', kind)}
        update user_directory set last_seen_at = coalesce((
          select max(${dialects[kind].millis('s.updated_at')}) from sessions s
          where s.user_id = new.user_id), 0) where user_id = new.user_id;
        ${refreshFacet('new.user_id')}`,
    },
    {
      name: 'user_directory_facet',
      on: 'update of facet on user_directory',
      when: 'old.facet <> new.facet',
      body: `insert into user_counts (facet, change) values (old.facet, -1), (new.facet, 1);`,
    },
    {
      name: 'user_directory_delete',
      on: 'delete on user_directory',
      body: `insert into user_counts (facet, change) values (old.facet, -1);`,
    },
    {
      name: 'user_quotas_directory_insert',
      on: 'insert on user_quotas',
      body: refreshQuota('new.user_id', kind) + refreshFacet('new.user_id'),
    },
    {
      name: 'user_quotas_directory_update',
      on: 'update of used_bytes, capacity_bytes on user_quotas',
      when: `(${rankOf('old.used_bytes', kind)}) <> (${rankOf('new.used_bytes', kind)})
        or (${levelOf('old.used_bytes', 'old.capacity_bytes')}) <>
        (${levelOf('new.used_bytes', 'new.capacity_bytes')})`,
      body: refreshQuota('new.user_id', kind) + refreshFacet('new.user_id'),
    },
    {
      name: 'sessions_directory_insert',
      on: 'insert on sessions',
      body: refreshSeen('new', kind),
    },
    {
      name: 'sessions_directory_update',
      on: 'update of updated_at on sessions',
      when: differs('updated_at'),
      body: refreshSeen('new', kind),
    },
    {
      name: 'account_deletions_directory',
      on: 'insert on account_deletions',
      body: 'delete from user_directory where user_id = new.user_id;',
    },
  ]
}

/** Keeps the directory up to date with the tables it is derived from. */
export async function createDirectoryTriggers(
  db: Kysely<unknown>,
  kind: DatabaseKind,
): Promise<void> {
  for (const { name, on, when, body } of triggers(kind)) {
    const condition = when ? `when (${when})` : ''
    if (kind === 'sqlite') {
      await sql.raw(`create trigger ${name} after ${on} ${condition} begin ${body} end`).execute(db)
      continue
    }
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $$
        begin ${body} return null; end $$`)
      .execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${on} for each row ${condition} execute function ${name}()`,
      )
      .execute(db)
  }
}
