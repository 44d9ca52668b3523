// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { settle, setUpRendering, useConfig } from '../../test/render.tsx'
import { updateConfig } from '../lib/config.ts'
import { requireGuest, requireHomepage } from './guards.ts'

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
