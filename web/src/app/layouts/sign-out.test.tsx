// @vitest-environment jsdom
import { createBrowserHistory } from '@tanstack/react-router'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  click,
  find,
  queries,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { useSignOut } from '../../features/auth/use-sign-out.ts'
import type { UploadsSnapshot } from '../../features/uploads/task-store.ts'
import { warnWhileRunning } from '../../features/uploads/use-uploads.ts'
import { perUserList } from '../../lib/personal-list.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'

setUpRendering()

const searches = perUserList('searches', 5)
let history: ReturnType<typeof createBrowserHistory>
let stopWarning = () => {}

beforeEach(() => {
  window.history.replaceState(null, '', '/form')
  history = createBrowserHistory()
  stopWarning = warnWhileRunning({ subscribe: () => () => {}, snapshot: () => running })
})
afterEach(() => {
  stopWarning()
  history.destroy()
})

const running = { counts: { begun: 1, waiting: 0 }, totalBytes: 0 } as UploadsSnapshot

/** A page with unsaved changes, while uploads are running. */
function Page() {
  useLeaveWarning(true)
  const signOut = useSignOut()
  return (
    <button type="button" onClick={() => void signOut()}>
      Sign out
    </button>
  )
}

async function answer(agreed: boolean): Promise<void> {
  const [question] = popups.get()
  await act(async () => closePopup(question?.id ?? 0, agreed))
  await settle()
}

/** Whether the browser would ask before it loads another document. */
const asksBeforeUnload = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a confirmed sign-out clears the user’s data and leaves without asking again', async () => {
  await useConfig({ isAuthenticated: true, allowHomepage: true })
  searches.set(['report'])
  const calls = stubCalls()
  await showPage(Page, '/form', '/form', history)
  queries.setQueryData(['user'], 'Ada')
  expect(asksBeforeUnload()).toBe(true)
  await click(find('button'))
  await answer(true)
  await answer(true)
  const left: unknown[] = []
  history.subscribe(({ location }) =>
    left.push(location.pathname, searches.get(), asksBeforeUnload()),
  )
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await calls[0]?.answer(200, {})
  expect(left).toEqual(['/', [], false])
  expect(popups.get()).toEqual([])
  expect(queries.getQueryData(['user'])).toBeUndefined()
})

test('a sign-out that is not confirmed leaves everything as it was', async () => {
  await useConfig({ isAuthenticated: true })
  searches.set(['report'])
  const calls = stubCalls()
  await showPage(Page, '/form', '/form', history)
  await click(find('button'))
  await answer(true)
  await answer(false)
  expect(calls).toEqual([])
  expect(searches.get()).toEqual(['report'])
  expect(history.location.pathname).toBe('/form')
  expect(asksBeforeUnload()).toBe(true)
})
