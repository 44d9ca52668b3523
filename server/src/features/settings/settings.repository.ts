import { recordChange } from '../../db/changes.ts'
import { type Db, hasRowLocks } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import { Settings } from './settings.schema.ts'

/** The user and the time of a change; absent for values that the server stores by itself. */
export interface Changed {
  at: number | null
  by: string | null
}

const selectAll = prepared(db => db.selectFrom('settings').select(['name', 'value']))

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value that this version does not accept counts as not set, so that the server still starts. */
function parseRows(rows: readonly { name: string; value: string }[]): Settings {
  const stored = new Map(rows.map(row => [row.name, parseJson(row.value)]))
  const entries = Object.entries(Settings.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(stored.get(name))
    return [name, parsed.success ? parsed.data : schema.parse(undefined)]
  })
  return Object.fromEntries(entries) as Settings
}

let cached: { rows: string; settings: Settings } | undefined

/** Reads the rows on every call, so that changes apply at once in all processes; parses only changed rows. */
export async function readSettings(db: Db): Promise<Settings> {
  const { rows } = await selectAll(db, {})
  const text = JSON.stringify(rows)
  if (cached?.rows !== text) cached = { rows: text, settings: parseRows(rows) }
  return cached.settings
}

/** Stores the named settings; others stay unchanged. */
export async function writeSettings(
  db: Db,
  change: Partial<Settings>,
  { at, by }: Changed = { at: null, by: null },
): Promise<void> {
  const names = Object.keys(change) as (keyof Settings)[]
  for (const name of names) {
    const value = JSON.stringify(Settings.shape[name].parse(change[name]))
    const row = { value, changed_at: at, changed_by: by }
    await db
      .insertInto('settings')
      .values({ name, ...row })
      .onConflict(oc => oc.column('name').doUpdateSet(row))
      .execute()
  }
  recordChange(db, 'settings', names)
}

/** Stores a setting unless it has a value. */
export async function insertSetting(db: Db, setting: Partial<Settings>): Promise<void> {
  const rows = Object.entries(setting).map(([name, value]) => ({
    name,
    value: JSON.stringify(value),
  }))
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict(oc => oc.column('name').doNothing())
    .execute()
}

/** Removes stored settings, which then have their defaults again. */
export async function deleteSettings(db: Db, names: readonly (keyof Settings)[]): Promise<void> {
  if (names.length === 0) return
  await db.deleteFrom('settings').where('name', 'in', names).execute()
  recordChange(db, 'settings', names)
}

/**
 * Serializes changes of settings and secrets, so that each is checked against the one before.
 * @param how `shared` for a transaction that a change of settings has to wait for
 */
export async function lockSettings(
  db: Db,
  how: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  if (!hasRowLocks(db)) return
  // This row always exists after the installation.
  const lock = db.selectFrom('settings').select('name').where('name', '=', 'installed_at')
  await (how === 'shared' ? lock.forShare() : lock.forUpdate()).execute()
}

/** The rows of settings with the names of those who changed them. */
export const findSettingRows = (db: Db) =>
  db
    .selectFrom('settings')
    .leftJoin('users', 'users.id', 'settings.changed_by')
    .select([
      'settings.name',
      'settings.value',
      'settings.changed_at',
      'settings.changed_by',
      'users.name as changed_by_name',
    ])
    .execute()
export type SettingRow = Awaited<ReturnType<typeof findSettingRows>>[number]
