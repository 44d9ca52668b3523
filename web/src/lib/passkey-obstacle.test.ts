// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadConfig } from './config.ts'
import { passkeyObstacle } from './passkey-obstacle.ts'

async function openPage(address: string, appUrl: string): Promise<void> {
  vi.stubGlobal('location', new URL(address))
  const config = JSON.stringify({ host: appUrl })
  document.body.innerHTML = `<script id="coffer-config" type="application/json">${config}</script>`
  await loadConfig()
}

beforeEach(() => vi.stubGlobal('PublicKeyCredential', class {}))
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['https://files.example.org', 'https://files.example.org', null],
  ['http://localhost:5173', 'http://localhost:3000', null],
  ['https://coffer.lan', 'https://files.example.org', 'other-address'],
  ['https://example.org', 'https://files.example.org', 'other-address'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', 'address'],
  ['http://[::1]:3000', 'http://[::1]:3000', 'address'],
])('on the page %s with APP_URL %s returns %s', async (page, appUrl, obstacle) => {
  await openPage(page, appUrl)
  expect(passkeyObstacle()).toBe(obstacle)
})

it('needs a browser that supports passkeys', () => {
  vi.unstubAllGlobals()
  expect(passkeyObstacle()).toBe('address')
})
