import { useSyncExternalStore } from 'react'

/** A value outside of React that components can subscribe to. */
export interface Store<T> {
  get(): T
  set(value: T): void
  subscribe(onChange: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: value => {
      current = value
      for (const listener of listeners) listener()
    },
    subscribe: onChange => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)
