// @vitest-environment jsdom
import { CONSENT_COOKIE } from '@coffer/contract/consent'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubMatchMedia } from '../../test/match-media.ts'
import { storeCookie } from '../lib/cookies.ts'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  storeCookie(CONSENT_COOKIE, '', 0)
  stubMatchMedia()
})

/** Shows a public page with a cookie notice. @param adsense whether it asks for consent */
async function showPage(adsense: object | null) {
  const config = { googleAnalytics: null, adsense, isAuthenticated: false }
  document.body.innerHTML = `
    <script id="coffer-config" type="application/json">${JSON.stringify(config)}</script>
    <div data-notice hidden>
      <button data-consent="accepted"></button>
      <button data-consent="declined"></button>
      <button data-consent="read"></button>
    </div>`
  await import('./main.ts')
}
const press = (answer: string) =>
  document.querySelector<HTMLElement>(`[data-consent="${answer}"]`)?.click()

test.each(['accepted', 'declined', 'read'])(
  'the app does not show the notice again after the answer %s',
  async answer => {
    await showPage(answer === 'read' ? null : { clientId: 'ca-pub-1' })
    expect(document.querySelector<HTMLElement>('[data-notice]')?.hidden).toBe(false)
    press(answer)
    expect(localStorage.getItem('coffer.cookie-notice')).toBe('read')
  },
)
