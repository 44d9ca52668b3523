import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import { Settings } from './settings.schema.ts'

const selectAll = prepared(db => db.selectFrom('settings').selectAll())

let last: { rows: string; settings: Settings } | undefined

/** Read anew every time, so that a change holds at once everywhere; parsed only after a change. */
export async function readSettings(db: Db): Promise<Settings> {
  const { rows } = await selectAll(db, {})
  const text = JSON.stringify(rows)
  if (last?.rows !== text) {
    const entries = rows.map(row => [row.name, JSON.parse(row.value)])
    last = { rows: text, settings: Settings.parse(Object.fromEntries(entries)) }
  }
  return last.settings
}

export async function writeSettings(db: Db, change: Partial<Settings>): Promise<void> {
  for (const [name, value] of Object.entries(Settings.partial().parse(change))) {
    // A default stands in for what isn't named, and is no change.
    if (!(name in change)) continue
    await db
      .insertInto('settings')
      .values({ name, value: JSON.stringify(value) })
      .onConflict(oc => oc.column('name').doUpdateSet({ value: JSON.stringify(value) }))
      .execute()
  }
}
