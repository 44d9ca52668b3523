// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { loadConfig } from '../../lib/config.ts'
import { unauthorised } from '../../lib/session.ts'
import { popups } from './popup-store.ts'
import { failurePopup } from './popups.ts'

test('an action that fails because the session has ended leads to sign-in', async () => {
  document.body.innerHTML =
    '<script id="coffer-config" type="application/json">{ "isAuthenticated": true }</script>'
  await loadConfig()
  popups.set([])
  const onSignedOut = vi.fn()
  const stop = unauthorised.subscribe(onSignedOut)
  failurePopup(new ApiError(401, { code: 'auth.required' } as never))
  stop()
  expect(onSignedOut).toHaveBeenCalledOnce()
  expect(popups.get()).toEqual([])
})
