// @vitest-environment jsdom
import { focusManager } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  queries,
  settle,
  setUpRendering,
  showHook,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { userQuery } from '../../features/account/account.api.ts'
import { uploads } from '../../features/uploads/uploads.ts'
import { isSignedIn } from '../../lib/session.ts'
import { usePausedUploads } from './use-paused-uploads.ts'

setUpRendering()

const userWith = (id: string) => ({ id, relationships: { settings: { data: null } } })
const PROBLEM = { type: '', title: '', detail: '', message: '' }
const ENDED = { ...PROBLEM, status: 401, code: 'auth.required' }
let calls: ReturnType<typeof stubCalls>
let onLocked: () => () => Promise<void>
const paused = () => uploads().queue.store.paused
const focus = async () => {
  await act(async () => focusManager.setFocused(false))
  await act(async () => focusManager.setFocused(true))
}

beforeEach(async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  await useConfig({ isAuthenticated: true })
  calls = stubCalls()
  queries.setQueryData(userQuery.queryKey, userWith('u') as never)
  onLocked = await showHook(() => usePausedUploads('u'))
  uploads().queue.pause('session')
})
afterEach(() => {
  uploads().queue.resume()
  focusManager.setFocused(undefined)
})

test('uploads continue after a sign-in in another tab', async () => {
  await focus()
  await calls[0]?.answer(200, { data: userWith('u') })
  expect(paused()).toBeNull()
})

test('uploads wait on after the sign-in of another user', async () => {
  await focus()
  await calls[0]?.answer(200, { data: userWith('w') })
  expect(paused()).toBe('session')
})

test('a page whose uploads run reads nothing when it is shown again', async () => {
  uploads().queue.pause()
  await focus()
  expect(calls).toEqual([])
})

test('sign-in opens on request only if there is no session', async () => {
  const first = onLocked()()
  await settle()
  await calls[0]?.answer(200, { data: userWith('u') })
  await first
  expect([paused(), isSignedIn()]).toEqual([null, true])
  uploads().queue.pause('session')
  const second = onLocked()()
  await settle()
  await calls[1]?.answer(401, ENDED)
  await second
  expect([paused(), isSignedIn()]).toEqual(['session', false])
})
