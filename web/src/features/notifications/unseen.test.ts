import type { Notification } from '@coffer/contract/notification'
import { beforeEach, expect, it, vi } from 'vitest'

let takeNews: typeof import('./unseen.ts').takeNews
beforeEach(async () => {
  vi.resetModules()
  takeNews = (await import('./unseen.ts')).takeNews
})

const at = (minute: number, name = ''): Notification => ({
  id: `n-${minute}${name}`,
  type: 'notification',
  attributes: {
    ...{ category: 'file-request', title: '', description: '', read_at: null, action: null },
    created_at: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString(),
  },
})

it('what was there before is not new, and nothing is new twice', () => {
  takeNews([at(1)])
  expect(takeNews([at(2), at(1)])).toEqual([at(2)])
  expect(takeNews([at(2), at(1)])).toEqual([])
})

it('what moved up because others went is not new', () => {
  takeNews([at(3), at(2)])
  expect(takeNews([at(2), at(1)])).toEqual([])
})

it('all of those that come at once are new', () => {
  takeNews([])
  expect(takeNews([at(1, 'b'), at(1)])).toHaveLength(2)
  expect(takeNews([at(1, 'c'), at(1, 'b'), at(1)])).toEqual([at(1, 'c')])
})

it('one that is read elsewhere and shown as unread once more is not told again', () => {
  takeNews([at(1)])
  takeNews([])
  expect(takeNews([at(1)])).toEqual([])
})
