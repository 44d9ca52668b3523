import { createStore, type Store } from './store.ts'
import { withStorage } from './with-storage.ts'

const PREFIX = 'coffer.own.'
const OWNER_KEY = 'coffer.person'
const clearCount = createStore(0)

/** A list of at most `most` texts, stored in this browser until another user signs in. */
export function perUserList(name: string, limit: number): Store<readonly string[]> {
  const key = PREFIX + name
  const store = createStore(read(key, limit))
  clearCount.subscribe(() => store.set([]))
  return {
    ...store,
    set: entries => {
      store.set(entries)
      withStorage(storage => storage.setItem(key, JSON.stringify(entries)))
    },
  }
}

/** ACC-18: signing out clears the user's data; so does the sign-in of another user. */
export function clearListOwner(): void {
  withStorage(storage => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
    storage.removeItem(OWNER_KEY)
  })
  clearCount.set(clearCount.get() + 1)
}

/** Records the signed-in user and clears what another user left. */
export function setListOwner(id: string): void {
  withStorage(storage => {
    const before = storage.getItem(OWNER_KEY)
    if (before !== null && before !== id) clearListOwner()
    storage.setItem(OWNER_KEY, id)
  })
}

function read(key: string, limit: number): readonly string[] {
  const stored: unknown = withStorage(storage => JSON.parse(storage.getItem(key) ?? '[]'))
  return Array.isArray(stored)
    ? stored.filter(entry => typeof entry === 'string').slice(-limit)
    : []
}
