import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import { Settings } from './settings.schema.ts'

const selectAll = prepared(db => db.selectFrom('settings').selectAll())

let cached: { rows: string; settings: Settings } | undefined

/** Reads the rows on every call, so that changes apply at once in all processes; parses only changed rows. */
export async function readSettings(db: Db): Promise<Settings> {
  const { rows } = await selectAll(db, {})
  const text = JSON.stringify(rows)
  if (cached?.rows !== text) {
    const entries = rows.map(row => [row.name, JSON.parse(row.value)])
    cached = { rows: text, settings: Settings.parse(Object.fromEntries(entries)) }
  }
  return cached.settings
}

/** Stores the named settings; others stay unchanged. */
export async function writeSettings(db: Db, change: Partial<Settings>): Promise<void> {
  for (const [name, value] of Object.entries(Settings.partial().parse(change))) {
    // Parsing adds defaults for absent settings; do not store those.
    if (!(name in change)) continue
    await db
      .insertInto('settings')
      .values({ name, value: JSON.stringify(value) })
      .onConflict(oc => oc.column('name').doUpdateSet({ value: JSON.stringify(value) }))
      .execute()
  }
}
