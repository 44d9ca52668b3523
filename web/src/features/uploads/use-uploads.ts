import i18next from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'
import { setTitleProgress } from '../../lib/document-title.ts'
import { guardSignOut, warnsBeforeUnload } from '../../lib/sign-out-guard.ts'
import { useFormat } from '../../lib/use-format.ts'
import { confirmPopup } from '../../ui/popups/popups.ts'
import type { TaskStore, UploadsSnapshot } from './task-store.ts'
import type { UploadQueue } from './upload-queue.ts'
import { announceFailure } from './upload-texts.ts'
import { uploads } from './uploads.ts'
import type { Failure, UploadTask } from './uploads.types.ts'

/** The current state of all uploads of this page. */
export function useUploads(): UploadsSnapshot {
  const { store } = uploads().queue
  return useSyncExternalStore(store.subscribe, store.snapshot)
}

/** The resumable uploads that need an action of the user. */
export function useResumableUploads() {
  const { resumable } = uploads()
  return useSyncExternalStore(resumable.subscribe, resumable.shown)
}

/** Whether uploads are running or waiting; a paused queue counts too. */
export const isRunning = ({ counts }: UploadsSnapshot): boolean => counts.begun + counts.waiting > 0

/**
 * Capped at 100, because bytes may be counted twice when an upload continues at an earlier offset.
 */
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

/** Shows the progress in the tab's title. */
export function useTitleProgress(snapshot: UploadsSnapshot): void {
  const format = useFormat()
  const progressText = isRunning(snapshot) ? format.percent(percentOf(snapshot) / 100) : ''
  useEffect(() => {
    setTitleProgress(progressText)
    return () => setTitleProgress('')
  }, [progressText])
}

const watchedQueues = new WeakSet<UploadQueue>()

/**
 * Announces failures, and warns before the page is left or the user signs out while uploads are
 * running. Applies to every page from then on, because uploads continue on pages without the tray.
 */
export function watchQueue(queue: UploadQueue): void {
  if (watchedQueues.has(queue)) return
  watchedQueues.add(queue)
  warnWhileRunning(queue.store)
  announceFailures(queue)
}

/** @returns a function that stops the warnings */
export function warnWhileRunning({
  subscribe,
  snapshot,
}: Pick<TaskStore, 'subscribe' | 'snapshot'>): () => void {
  let stopWarning: (() => void) | null = null
  const follow = () => {
    if (isRunning(snapshot())) stopWarning ??= warnBeforeLeaving()
    else {
      stopWarning?.()
      stopWarning = null
    }
  }
  follow()
  const unsubscribe = subscribe(follow)
  return () => {
    unsubscribe()
    stopWarning?.()
  }
}

function warnBeforeLeaving(): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (warnsBeforeUnload()) event.preventDefault()
  }
  addEventListener('beforeunload', warn)
  const stop = guardSignOut(askToSignOut)
  return () => {
    removeEventListener('beforeunload', warn)
    stop()
  }
}

/** Announces each kind of failure once until the queue is idle. */
function announceFailures(queue: UploadQueue): void {
  const announcedKinds = new Set<string>()
  const announce = (failure: Failure) => {
    const kind = `${failure.status} ${failure.code}`
    if (!announcedKinds.has(kind)) announceFailure(failure)
    announcedKinds.add(kind)
  }
  queue.listen({
    failed: (_, failure) => announce(failure),
    idle: () => announcedKinds.clear(),
  })
  // Uploads may have failed before the tray was loaded with the first upload.
  for (const { failure } of queue.store.tasksIn('failed')) if (failure) announce(failure)
}

/**
 * Notifies lists at most once a second while files arrive, and once at the end.
 * @param onArrivals receives whether folders may have been created too
 */
export function useUploadArrivals(onArrivals: (withFolders: boolean) => void): void {
  useEffect(() => {
    const knownFolders = new Set<string>()
    let withFolders = false
    const notifyThrottled = throttle(() => {
      onArrivals(withFolders)
      withFolders = false
    }, ARRIVALS_MS)
    const handleArrival = (task: UploadTask) => {
      const folder = createdFolderOf(task)
      if (folder !== null && !knownFolders.has(folder)) withFolders = true
      if (folder !== null) knownFolders.add(folder)
      notifyThrottled.call()
    }
    const { queue } = uploads()
    const stop = queue.listen({ finished: handleArrival })
    // Uploads may have finished before this hook ran, and lists loaded then lack them.
    for (const task of queue.store.tasksIn('done')) handleArrival(task)
    return () => {
      stop()
      notifyThrottled.cancel()
    }
  }, [onArrivals])
}

/** Key of the folders that were created for an upload; null where there were none. */
function createdFolderOf({ file, path, parentId }: UploadTask): string | null {
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
