import { createStore, type Store } from './store.ts'

/** A setting stored in this browser (APP-20). The first choice is the default. */
export function localSetting<const T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
): Store<T> {
  const key = `coffer.${name}`
  const known = (value: string | null) => choices.find(choice => choice === value) ?? choices[0]
  const store = createStore(known(read(key)))
  // Follow changes made in other tabs.
  addEventListener('storage', event => {
    if (event.key === key) store.set(known(event.newValue))
  })
  return {
    ...store,
    set: value => {
      write(key, value)
      store.set(value)
    },
  }
}

// A browser may block storage; settings then last as long as the page.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    return
  }
}
