// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { settle, setUpRendering, stubCalls, useConfig } from '../../test/render.tsx'
import { userQuery } from '../features/account/account.api.ts'
import { ApiError } from '../lib/api.ts'
import { config, updateConfig } from '../lib/config.ts'
import { enterSession, isSignedIn } from '../lib/session.ts'
import {
  requireAdmin,
  requireGuest,
  requireHomepage,
  requireSecondFactorDue,
  requireUser,
  withTranslations,
} from './guards.ts'
import { queryClient } from './query-client.ts'
import { followSessionEnd } from './session-end.ts'

setUpRendering()

const assign = vi.fn<(href: string) => void>()

beforeEach(async () => {
  assign.mockReset()
  vi.stubEnv('DEV', false)
  await useConfig({ allowHomepage: false })
  vi.stubGlobal('window', Object.create(window, { location: { value: { assign } } }))
})

async function openRouter() {
  const root = createRootRoute()
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', beforeLoad: requireHomepage }),
    createRoute({ getParentRoute: () => root, path: '/contact-us' }),
  ]
  const history = createMemoryHistory({ initialEntries: ['/contact-us'] })
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  await router.load()
  return router
}

// The app of the tests was opened at `/`, like one that the server answered before.
test('opens the homepage that was switched on after the app was opened at its address', async () => {
  const router = await openRouter()
  updateConfig({ allowHomepage: true })
  void router.navigate({ to: '/' as never })
  await settle()
  expect(assign.mock.calls).toEqual([['/']])
})

test('a pointer over a link to the homepage does not open it, a click does', async () => {
  const router = await openRouter()
  updateConfig({ allowHomepage: true })
  void router.preloadRoute({ to: '/' as never })
  await settle()
  expect(assign).not.toHaveBeenCalled()
  void router.navigate({ to: '/' as never })
  await settle()
  expect(assign).toHaveBeenCalledOnce()
})

function isLedAway(): boolean {
  try {
    requireGuest({ search: {} })
    return false
  } catch {
    return true
  }
}

test('leads signed-in users away from the sign-in page, except during maintenance', () => {
  updateConfig({ isAuthenticated: true, isMaintenance: false })
  expect(isLedAway()).toBe(true)
  updateConfig({ isAuthenticated: true, isMaintenance: true })
  expect(isLedAway()).toBe(false)
})

describe('a link that is only prepared', () => {
  const visit = (preload: boolean) => ({ preload, location: { href: '/admin/users' } as never })

  test('reads neither the user nor messages, and does not lead to sign-in', async () => {
    const calls = stubCalls()
    updateConfig({ isAuthenticated: true })
    await requireUser(visit(true))
    await requireAdmin(visit(true))
    await withTranslations('billing')(visit(true))
    updateConfig({ isAuthenticated: false })
    await requireUser(visit(true))
    await settle()
    expect(calls).toEqual([])
    await expect(requireUser(visit(false))).rejects.toMatchObject({ options: { to: '/sign-in' } })
  })
})

describe('two-factor sign-in', () => {
  const user = { id: 'u', attributes: { two_factor_confirmed_at: null }, relationships: {} }
  const isTwoFactorRequired = true
  let calls: ReturnType<typeof stubCalls>
  const answerConfig = async (answer: object) => {
    const call = await vi.waitFor(() => {
      const read = calls.find(({ path }) => path === '/api/config')
      if (!read) throw new Error('The configuration is not read.')
      return read
    }, 10_000)
    await call.answer(200, { isAuthenticated: true, ...answer })
  }

  beforeEach(() => {
    calls = stubCalls()
    updateConfig({ isAuthenticated: true, isTwoFactorRequired: false })
    queryClient.setQueryData(userQuery.queryKey, user as never)
  })

  test('that becomes required is set up first, without a new sign-in', async () => {
    const root = createRootRoute()
    const at = (path: string, beforeLoad = async (_: unknown) => {}) =>
      createRoute({ getParentRoute: () => root, path, beforeLoad })
    const routes = [at('/files', requireUser as never), at('/second-factor'), at('/sign-in')]
    const history = createMemoryHistory({ initialEntries: ['/files'] })
    const router = createRouter({ routeTree: root.addChildren(routes), history })
    await router.load()
    const stop = followSessionEnd(router)
    const refused = new ApiError(403, { code: 'auth.two_factor_required' } as never)
    const list = { queryKey: ['list'], queryFn: () => Promise.reject(refused), retry: false }
    await queryClient.fetchQuery({ ...list, meta: { browsing: true } }).catch(() => undefined)
    await answerConfig({ isTwoFactorRequired })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/second-factor'))
    expect(isSignedIn()).toBe(true)
    stop()
  })

  test('that is not required any more is not asked for', async () => {
    updateConfig({ isTwoFactorRequired })
    const visit = requireSecondFactorDue({
      location: { href: '/second-factor' } as never,
      preload: false,
      search: { redirect: '/files' },
    })
    void answerConfig({ isTwoFactorRequired: false })
    await expect(visit).rejects.toMatchObject({ options: { href: '/files' } })
  })

  test('that is required since the document was loaded is known after signing in', async () => {
    const entered = enterSession()
    await answerConfig({ isTwoFactorRequired })
    await entered
    expect(config().isTwoFactorRequired).toBe(true)
  })
})
