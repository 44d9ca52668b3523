import { createStore, type Store } from './store.ts'
import { withStorage } from './with-storage.ts'

/** A setting stored in this browser (APP-20). The first choice is the default. */
export function localSetting<const T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
): Store<T> {
  const key = `coffer.${name}`
  const known = (value: string | null | undefined) =>
    choices.find(choice => choice === value) ?? choices[0]
  const store = createStore(known(withStorage(storage => storage.getItem(key))))
  // Follow changes made in other tabs.
  addEventListener('storage', event => {
    if (event.key === key) store.set(known(event.newValue))
  })
  return {
    ...store,
    set: value => {
      withStorage(storage => storage.setItem(key, value))
      store.set(value)
    },
  }
}
