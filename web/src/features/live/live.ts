import type { LiveEvent, LiveEventOf } from '@coffer/contract/live'
import { useEffect } from 'react'
import { useStable } from '../../lib/use-stable.ts'

type Type = LiveEvent['type']
type Listener = (event: LiveEvent) => void

const listeners = new Map<Type, Set<Listener>>()

/** Hears events of one kind from the user's channel. @returns how to stop */
export function onLive<T extends Type>(
  type: T,
  listener: (event: LiveEventOf<T>) => void,
): () => void {
  const heard = listeners.get(type) ?? new Set()
  listeners.set(type, heard.add(listener as Listener))
  return () => heard.delete(listener as Listener)
}

/** As long as the component stands. */
export function useLive<T extends Type>(type: T, listener: (event: LiveEventOf<T>) => void): void {
  const stable = useStable(listener)
  useEffect(() => onLive(type, stable), [type, stable])
}

/** Hands an event to whoever listens for its kind. */
export function dispatchLiveEvent(event: LiveEvent): void {
  for (const listener of listeners.get(event.type) ?? []) listener(event)
}
