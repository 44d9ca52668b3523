// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { clearListOwner, onUserLeft, perUserList, setListOwner } from './personal-list.ts'

beforeEach(() => localStorage.clear())

test('keeps the last entries up to the limit across page loads', () => {
  perUserList('words', 2).set(['one', 'two', 'three'])
  expect(perUserList('words', 2).get()).toEqual(['two', 'three'])
})

test('signing out clears the list in memory and in the browser', () => {
  const list = perUserList('words', 5)
  list.set(['one'])
  clearListOwner()
  expect([list.get(), perUserList('words', 5).get()]).toEqual([[], []])
})

test('clears the entries of another user and keeps those of the same user', () => {
  setListOwner('ann')
  const list = perUserList('words', 5)
  list.set(['one'])
  setListOwner('ann')
  expect(list.get()).toEqual(['one'])
  setListOwner('ben')
  expect([list.get(), perUserList('words', 5).get()]).toEqual([[], []])
})

test('keeps the settings of the browser', () => {
  localStorage.setItem('coffer.theme', 'dark')
  clearListOwner()
  expect(localStorage.getItem('coffer.theme')).toBe('dark')
})

test('clears what a user left in this page also if another page has signed them out', () => {
  setListOwner('ann')
  const left = vi.fn()
  const stop = onUserLeft(left)
  localStorage.clear()
  setListOwner('ann')
  expect(left).not.toHaveBeenCalled()
  localStorage.clear()
  setListOwner('ben')
  expect(left).toHaveBeenCalledOnce()
  stop()
})
