import type { LiveEventOf } from '@coffer/contract/live'
import { localSetting } from '../../lib/local-setting.ts'
import { createStore } from '../../lib/store.ts'

type ProgressEvent = LiveEventOf<'remote.progress'>

/**
 * Whether there are remote uploads to show. Stored across reloads, so that the bar and its state
 * are loaded only when needed.
 */
export const remoteState = localSetting('remote-uploads', ['none', 'some'])

/** Received events that were not handled yet, because the bar may still be loading. */
export const remoteUploadEvents = createStore<readonly ProgressEvent[]>([])

export function receiveRemoteUploadEvent(event: ProgressEvent): void {
  remoteUploadEvents.set([...remoteUploadEvents.get(), event])
  setRemoteState('some')
}

/** Returns and removes all events, including those since the last render. */
export function takeRemoteUploadEvents(): readonly ProgressEvent[] {
  const events = remoteUploadEvents.get()
  if (events.length > 0) remoteUploadEvents.set([])
  return events
}

export function setRemoteState(state: 'none' | 'some'): void {
  if (remoteState.get() !== state) remoteState.set(state)
}
