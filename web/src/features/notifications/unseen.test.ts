import type { Notification } from '@coffer/contract/notification'
import { beforeEach, expect, it, vi } from 'vitest'

let takeUnseenNotifications: typeof import('./unseen.ts').takeUnseenNotifications
beforeEach(async () => {
  vi.resetModules()
  takeUnseenNotifications = (await import('./unseen.ts')).takeUnseenNotifications
})

const at = (minute: number, name = ''): Notification => ({
  id: `n-${minute}${name}`,
  type: 'notification',
  attributes: {
    category: 'file-request',
    tone: 'success',
    title: '',
    description: '',
    read_at: null,
    action: null,
    created_at: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString(),
  },
})

it('existing notifications are not new, and none is new twice', () => {
  takeUnseenNotifications([at(1)])
  expect(takeUnseenNotifications([at(2), at(1)])).toEqual([at(2)])
  expect(takeUnseenNotifications([at(2), at(1)])).toEqual([])
})

it('an older notification that moved up is not new', () => {
  takeUnseenNotifications([at(3), at(2)])
  expect(takeUnseenNotifications([at(2), at(1)])).toEqual([])
})

it('several notifications that arrive at once are all new', () => {
  takeUnseenNotifications([])
  expect(takeUnseenNotifications([at(1, 'b'), at(1)])).toHaveLength(2)
  expect(takeUnseenNotifications([at(1, 'c'), at(1, 'b'), at(1)])).toEqual([at(1, 'c')])
})

it('a notification that becomes unread again is not announced twice', () => {
  takeUnseenNotifications([at(1)])
  takeUnseenNotifications([])
  expect(takeUnseenNotifications([at(1)])).toEqual([])
})
