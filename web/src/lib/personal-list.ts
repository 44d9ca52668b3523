import { createStore, type Store } from './store.ts'
import { withStorage } from './with-storage.ts'

const PREFIX = 'coffer.own.'
const OWNER_KEY = 'coffer.person'
const clearCount = createStore(0)
/** The user of this page; another page may have changed the stored one. */
let owner: string | null = null

/** Calls a function when the data that the user left in this page has to go. */
export const onUserLeft = (forget: () => void): (() => void) => clearCount.subscribe(forget)

/** A list of at most `most` texts, stored in this browser until another user signs in. */
export function perUserList(name: string, limit: number): Store<readonly string[]> {
  const key = PREFIX + name
  const store = createStore(read(key, limit))
  onUserLeft(() => store.set([]))
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
  owner = null
  withStorage(storage => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
    storage.removeItem(OWNER_KEY)
  })
  clearCount.set(clearCount.get() + 1)
}

/** Records the signed-in user and clears what another user left. */
export function setListOwner(id: string): void {
  const stored = withStorage(storage => storage.getItem(OWNER_KEY)) ?? null
  if ([owner, stored].some(before => before !== null && before !== id)) clearListOwner()
  owner = id
  withStorage(storage => storage.setItem(OWNER_KEY, id))
}

function read(key: string, limit: number): readonly string[] {
  const stored: unknown = withStorage(storage => JSON.parse(storage.getItem(key) ?? '[]'))
  return Array.isArray(stored)
    ? stored.filter(entry => typeof entry === 'string').slice(-limit)
    : []
}
