import { putAvatar } from '@coffer/contract/avatars'
import {
  checkStatus,
  chooseDatabase,
  createAdmin,
  getProgress,
  SETUP_SOCKET_PATH,
  type SetupProgress,
  testDatabase,
} from '@coffer/contract/setup'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { ApiError, api } from '../../lib/api.ts'
import { updateConfig } from '../../lib/config.ts'
import { enterSession } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'
import { failurePopup } from '../../ui/popups/popups.ts'

const CODE_KEY = 'coffer.setup_code'

/** The one-time setup code, which every setup call needs. The tab keeps it for a reload. */
export const setupCode = createStore(readCode())

function readCode(): string {
  try {
    return sessionStorage.getItem(CODE_KEY) ?? ''
  } catch {
    return ''
  }
}

export function keepSetupCode(code: string): void {
  setupCode.set(code)
  storeCode(code)
}

/** Keeps the code for a reload of the tab; an empty one removes it. */
export function storeCode(code: string): void {
  try {
    if (code === '') sessionStorage.removeItem(CODE_KEY)
    else sessionStorage.setItem(CODE_KEY, code)
  } catch {
    // A browser may block storage; the code then lasts as long as the page.
  }
}

export const statusQuery = (code: string) =>
  queryOptions({
    queryKey: ['setup', 'status-check', code],
    queryFn: async ({ signal }) => {
      const body = { code, origin: location.origin, now: Date.now() }
      return (await api(checkStatus, { body }, { signal })).data
    },
    enabled: code !== '',
    staleTime: 0,
  })

const SOCKET_TIMEOUT_MS = 10_000

/** Whether proxies let a WebSocket through to the server. */
function testSocket(code: string): Promise<boolean> {
  const url = new URL(SETUP_SOCKET_PATH, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), SOCKET_TIMEOUT_MS)
  socket.onopen = () => socket.send(code)
  socket.onmessage = ({ data }) => resolve(data === 'ready')
  socket.onclose = () => resolve(false)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.close()
  })
}

export const socketQuery = (code: string) =>
  queryOptions({
    queryKey: ['setup', 'socket', code],
    queryFn: () => testSocket(code),
    enabled: code !== '',
    staleTime: 0,
  })

export const progressQuery = (code: string) =>
  queryOptions({
    queryKey: ['setup', 'progress', code],
    queryFn: async ({ signal }): Promise<SetupProgress> =>
      (await api(getProgress, { body: { code } }, { signal })).data,
    enabled: code !== '',
  })

export type DatabaseInput = z.input<typeof testDatabase.body>['database']

export const tryDatabase = async (database: DatabaseInput) =>
  (await api(testDatabase, { body: { code: setupCode.get(), database } })).data

const POLL_MS = 400
/** Migrations on a slow database take the longest. */
const OPENING_TIMEOUT_MS = 120_000

/** The progress on the answering server; undefined while it reopens its database, null once installed. */
async function currentProgress(code: string): Promise<SetupProgress | null | undefined> {
  try {
    return (await api(getProgress, { body: { code } })).data
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) return null
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/**
 * Chooses a database and waits until the server runs on it.
 * @returns the progress then; null when the chosen database is of an installation already
 */
export async function openDatabase(
  database: DatabaseInput,
  useExisting: boolean,
): Promise<SetupProgress | null> {
  const code = setupCode.get()
  await api(chooseDatabase, { body: { code, database, use_existing: useExisting } })
  const deadline = Date.now() + OPENING_TIMEOUT_MS
  for (;;) {
    const progress = await currentProgress(code)
    if (progress === null || progress?.database.is_open) return progress
    if (Date.now() > deadline) throw new ApiError(0, null)
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}

/** Creates the account, which signs it in, applies what was set up, and uploads the avatar. */
export async function finishInstallation(
  admin: { name: string; email: string; password: string },
  avatar: File | null,
): Promise<void> {
  await api(createAdmin, { body: { code: setupCode.get(), ...admin } })
  keepSetupCode('')
  updateConfig({ installation: 'installation-done' })
  await enterSession()
  // The account exists; the avatar can be set again in the profile.
  if (avatar) await api(putAvatar, { body: { avatar } }).catch(failurePopup)
}
