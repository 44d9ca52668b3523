// @vitest-environment jsdom
import type { Notification } from '@coffer/contract/notification'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

it('shows a toast in the tone that the server sends', async () => {
  // Without a sound.
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } })
  vi.resetModules()
  const { announceNotifications } = await import('./announce.ts')
  const { toasts } = await import('../../ui/toasts/toast-store.ts')
  const notification = (id: string, tone: 'success' | 'danger'): Notification => ({
    id,
    type: 'notification',
    attributes: {
      category: 'data-export',
      tone,
      title: `Export ${id}`,
      description: '',
      created_at: `2026-11-20T08:00:0${id}.000Z`,
      read_at: null,
      action: null,
    },
  })
  const unread = [notification('2', 'success'), notification('1', 'danger')]
  announceNotifications([], unread, {} as never)
  expect(toasts.get().map(({ kind, message }) => [kind, message])).toEqual([
    ['danger', 'Export 1'],
    ['success', 'Export 2'],
  ])
})
