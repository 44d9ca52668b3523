import { createStore, del, get, keys, set } from 'idb-keyval'
import type { HandleStorage } from './upload-store.ts'

/** Stores uploads in IndexedDB, the only browser storage that can hold file handles. */
export function indexedDbStorage(): HandleStorage {
  const store = createStore('coffer', 'uploads')
  return {
    keys: () => keys(store),
    get: key => get(key, store),
    set: (key, value) => set(key, value, store),
    del: key => del(key, store),
  }
}
