import { createStore, type Store } from './store.ts'

const PREFIX = 'coffer.own.'
const PERSON = 'coffer.person'
const departures = createStore(0)

/** Words that stay in this browser until somebody else signs in, at most so many. */
export function perUserList(name: string, most: number): Store<readonly string[]> {
  const key = PREFIX + name
  const store = createStore(read(key, most))
  departures.subscribe(() => store.set([]))
  return {
    ...store,
    set: words => {
      store.set(words)
      whereStored(storage => storage.setItem(key, JSON.stringify(words)))
    },
  }
}

/** ACC-18: signing out clears the user's data; so does the sign-in of another user. */
export function clearListOwner(): void {
  whereStored(storage => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
    storage.removeItem(PERSON)
  })
  departures.set(departures.get() + 1)
}

/** What another one has left here is not shown to this one. */
export function setListOwner(id: string): void {
  whereStored(storage => {
    const before = storage.getItem(PERSON)
    if (before !== null && before !== id) clearListOwner()
    storage.setItem(PERSON, id)
  })
}

function read(key: string, most: number): readonly string[] {
  const kept: unknown = whereStored(storage => JSON.parse(storage.getItem(key) ?? '[]'))
  return Array.isArray(kept) ? kept.filter(one => typeof one === 'string').slice(-most) : []
}

/** A browser may forbid storage; what is remembered lasts as long as the page then. */
function whereStored<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}
