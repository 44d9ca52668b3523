// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  document.head.innerHTML =
    '<script type="application/json" id="coffer-config">{"defaultEmoji":"applemoji"}</script>'
})

it('uses the default emoji set of the server until the user chooses one', async () => {
  await (await import('../lib/config.ts')).loadConfig()
  const { emojiType, setEmojiType } = await import('./emoji.tsx')
  expect(emojiType()).toBe('applemoji')
  setEmojiType('twemoji')
  expect(emojiType()).toBe('twemoji')
})
