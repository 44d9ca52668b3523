import { useEffect, useSyncExternalStore } from 'react'
import { setTitleProgress } from '../../lib/document-title.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { UploadsSnapshot } from './task-store.ts'
import { announceFailure } from './upload-words.ts'
import { uploads } from './uploads.ts'
import type { Failure } from './uploads.types.ts'

export function useUploads(): UploadsSnapshot {
  const { store } = uploads().queue
  return useSyncExternalStore(store.subscribe, store.snapshot)
}

export function useEarlierUploads() {
  const { earlier } = uploads()
  return useSyncExternalStore(earlier.subscribe, earlier.shown)
}

/** Still to come, or stopped and to be tried again. */
export const isRunning = ({ counts }: UploadsSnapshot): boolean => counts.begun + counts.waiting > 0

/** Capped, as an upload that goes back to what the server has may have counted bytes twice. */
export function percentOf({ sentBytes, totalBytes, counts }: UploadsSnapshot): number {
  if (totalBytes === 0) return counts.done > 0 ? 100 : 0
  return Math.min(100, Math.floor((sentBytes / totalBytes) * 100))
}

/** The tab's title shows the percent, and leaving the page warns. */
export function usePageWarnings(snapshot: UploadsSnapshot): void {
  const format = useFormat()
  const running = isRunning(snapshot)
  const words = running ? format.percent(percentOf(snapshot) / 100) : ''
  useEffect(() => {
    setTitleProgress(words)
    return () => setTitleProgress('')
  }, [words])
  useEffect(() => {
    if (!running) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [running])
}

/** A hundred uploads that fail alike are told once, until they are tried again. */
export function useFailureAlerts(): void {
  useEffect(() => {
    const { queue } = uploads()
    const told = new Set<string>()
    const tell = (failure: Failure) => {
      const kind = `${failure.status} ${failure.code}`
      if (!told.has(kind) && !announced.has(failure)) announceFailure(failure)
      told.add(kind)
      announced.add(failure)
    }
    const stop = queue.listen({ failed: (_, failure) => tell(failure), idle: () => told.clear() })
    // One may have failed before anybody listened: who listens is loaded with the first upload.
    for (const { failure } of queue.store.tasksIn('failed')) if (failure) tell(failure)
    return stop
  }, [])
}

/** Also by those who listened before. */
const announced = new WeakSet<Failure>()

/** Lists that show where files arrive are told now and then, and once more at the end. */
export function useUploadArrivals(onArrivals: () => void): void {
  useEffect(() => {
    const timed = throttle(onArrivals, ARRIVALS_MS)
    const { queue } = uploads()
    const stop = queue.listen({ finished: timed.call })
    // One may have arrived before anybody listened, and lists that were read then don't have it.
    if (queue.store.has('done')) timed.call()
    return () => {
      stop()
      timed.cancel()
    }
  }, [onArrivals])
}

const ARRIVALS_MS = 1000

function throttle(run: () => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    call: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        run()
      }, ms)
    },
    cancel: () => clearTimeout(timer),
  }
}
