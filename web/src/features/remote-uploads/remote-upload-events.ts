import type { LiveEventOf } from '@coffer/contract/live'
import { localSetting } from '../../lib/local-setting.ts'
import { createStore } from '../../lib/store.ts'

type ProgressEvent = LiveEventOf<'remote.progress'>

/**
 * Whether there may be something to show: remembered over a reload, so that the bar is loaded and
 * its state asked for only where there is.
 */
export const remoteState = localSetting('remote-uploads', ['none', 'some'])

/** What was heard and not looked at yet: the bar may still be on its way. */
export const remoteUploadEvents = createStore<readonly ProgressEvent[]>([])

export function receiveRemoteUploadEvent(event: ProgressEvent): void {
  remoteUploadEvents.set([...remoteUploadEvents.get(), event])
  rememberRemote('some')
}

/** All that has not been looked at: more may have come since the last look at the store. */
export function takeRemoteUploadEvents(): readonly ProgressEvent[] {
  const events = remoteUploadEvents.get()
  if (events.length > 0) remoteUploadEvents.set([])
  return events
}

export function rememberRemote(state: 'none' | 'some'): void {
  if (remoteState.get() !== state) remoteState.set(state)
}
