import i18next from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'
import { setTitleProgress } from '../../lib/document-title.ts'
import { guardSignOut } from '../../lib/sign-out-guard.ts'
import { useFormat } from '../../lib/use-format.ts'
import { confirmPopup } from '../../ui/popups/popups.ts'
import type { UploadsSnapshot } from './task-store.ts'
import { announceFailure } from './upload-texts.ts'
import { uploads } from './uploads.ts'
import type { Failure, UploadTask } from './uploads.types.ts'

export function useUploads(): UploadsSnapshot {
  const { store } = uploads().queue
  return useSyncExternalStore(store.subscribe, store.snapshot)
}

export function useResumableUploads() {
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

const askToSignOut = () =>
  confirmPopup({
    title: i18next.t('uploads.sign_out_title'),
    message: i18next.t('uploads.sign_out_text'),
    confirm: i18next.t('account.sign_out'),
    danger: true,
  })

/** The tab's title shows the percent, and leaving the page or signing out warns. */
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
    const stop = guardSignOut(askToSignOut)
    return () => {
      removeEventListener('beforeunload', warn)
      stop()
    }
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

/**
 * Lists that show where files arrive are told now and then, and once more at the end.
 * @param onArrivals is told whether folders may have come with them
 */
export function useUploadArrivals(onArrivals: (withFolders: boolean) => void): void {
  useEffect(() => {
    const ways = new Set<string>()
    let withFolders = false
    const timed = throttle(() => {
      onArrivals(withFolders)
      withFolders = false
    }, ARRIVALS_MS)
    const arrive = (task: UploadTask) => {
      const way = wayTo(task)
      if (way !== null && !ways.has(way)) withFolders = true
      if (way !== null) ways.add(way)
      timed.call()
    }
    const { queue } = uploads()
    const stop = queue.listen({ finished: arrive })
    // One may have arrived before anybody listened, and lists that were read then don't have it.
    for (const task of queue.store.tasksIn('done')) arrive(task)
    return () => {
      stop()
      timed.cancel()
    }
  }, [onArrivals])
}

/** The folders that were made for it where they were missing; null where there were none to make. */
function wayTo({ file, path, parentId }: UploadTask): string | null {
  const folders = file ? path.split('/').slice(0, -1).join('/') : path
  return folders ? `${parentId ?? ''}/${folders}` : null
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
