// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { useLanguage } from '../../../test/render.tsx'
import { ApiError } from '../../lib/api.ts'
import { loadConfig } from '../../lib/config.ts'
import { unauthorised } from '../../lib/session.ts'
import { toasts } from '../toasts/toast-store.ts'
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

test('an action while the browser was offline is said to have changed nothing', async () => {
  await useLanguage('en')
  failurePopup(new ApiError(0, null, true))
  expect(toasts.get()).toMatchObject([{ kind: 'danger', message: 'shell.offline_change' }])
  toasts.set([])
})

test('an action without an answer is not said to have changed nothing', async () => {
  await useLanguage('en')
  failurePopup(new ApiError(0, null))
  expect(toasts.get()).toMatchObject([{ kind: 'danger', message: 'shell.unknown_change' }])
  toasts.set([])
})
