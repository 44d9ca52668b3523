import type { LiveEvent, LiveEventOf } from '@coffer/contract/live'
import { useEffect } from 'react'
import { useStable } from '../../lib/use-stable.ts'

type Type = LiveEvent['type']
type Listener = (event: LiveEvent) => void

const listeners = new Map<Type, Set<Listener>>()

/** Subscribes to live events of one type. @returns a function that unsubscribes */
export function onLive<T extends Type>(
  type: T,
  listener: (event: LiveEventOf<T>) => void,
): () => void {
  const typeListeners = listeners.get(type) ?? new Set()
  listeners.set(type, typeListeners.add(listener as Listener))
  return () => typeListeners.delete(listener as Listener)
}

/** Subscribes to live events while the component is mounted. */
export function useLive<T extends Type>(type: T, listener: (event: LiveEventOf<T>) => void): void {
  const stable = useStable(listener)
  useEffect(() => onLive(type, stable), [type, stable])
}

/** Calls the listeners for the type of an event. */
export function dispatchLiveEvent(event: LiveEvent): void {
  for (const listener of listeners.get(event.type) ?? []) listener(event)
}
