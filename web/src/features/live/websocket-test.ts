import { testWebsockets } from '@coffer/contract/live'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useStable } from '../../lib/use-stable.ts'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'
import { onLive } from './live.ts'

/** The page's connection may just be opening. */
const TEST_START_MS = 1500
export const TEST_TIMEOUT_MS = 10_000

/** Asks the server for a test event. @returns whether it arrived before the timeout */
export async function testConnection(signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = onLive('connection.tested', () => resolve(true))
  const timer = setTimeout(() => resolve(false), TEST_TIMEOUT_MS)
  const onAbort = () => resolve(false)
  signal.addEventListener('abort', onAbort)
  // A failed call is a failed test, but the event of another page's test may still arrive.
  api(testWebsockets, {}, { signal }).catch(() => resolve(false))
  try {
    return await promise
  } finally {
    stop()
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

export type WebsocketTestState = 'idle' | 'running' | 'passed' | 'failed'

/** The websocket test of a page: it starts 1.5 s after `start` and fails after 10 s. */
export function useWebsocketTest(): { state: WebsocketTestState; start: () => void } {
  const [state, setState] = useState<WebsocketTestState>('idle')
  const [run, setRun] = useState(0)
  useEffect(() => {
    if (run === 0) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const hasPassed = await testConnection(abort.signal)
      if (abort.signal.aborted) return
      setState(hasPassed ? 'passed' : 'failed')
      if (hasPassed) successToast(i18next.t('websocket_test.passed'))
      else dangerToast(i18next.t('websocket_test.failed'))
    }, TEST_START_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [run])
  const start = useStable(() => {
    setState('running')
    setRun(current => current + 1)
  })
  return { state, start }
}
