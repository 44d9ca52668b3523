import { createStore, type Store } from '../../lib/store.ts'
import { withStorage } from '../../lib/with-storage.ts'

/** Columns that the user shows or hides; columns that are not named follow the default. */
export type ChosenColumns = Readonly<Record<string, boolean>>

const stores = new Map<string, Store<ChosenColumns>>()

/** The chosen columns of a table, kept in this browser. */
export function chosenColumns(table: string): Store<ChosenColumns> {
  const known = stores.get(table)
  if (known) return known
  const key = `coffer.columns.${table}`
  const store = createStore(read(key))
  const kept: Store<ChosenColumns> = {
    ...store,
    set: columns => {
      store.set(columns)
      withStorage(storage => storage.setItem(key, JSON.stringify(columns)))
    },
  }
  stores.set(table, kept)
  return kept
}

function read(key: string): ChosenColumns {
  const stored: unknown = withStorage(storage => JSON.parse(storage.getItem(key) ?? '{}'))
  const entries = Object.entries(stored ?? {}).filter(([, value]) => typeof value === 'boolean')
  return Object.fromEntries(entries)
}
