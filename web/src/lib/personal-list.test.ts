// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { clearListOwner, perUserList, setListOwner } from './personal-list.ts'

beforeEach(() => localStorage.clear())

test('what a person left is there when he comes back to the page, and no more than so many', () => {
  perUserList('words', 2).set(['one', 'two', 'three'])
  expect(perUserList('words', 2).get()).toEqual(['two', 'three'])
})

test('signing out leaves nothing, in memory and in the browser', () => {
  const words = perUserList('words', 5)
  words.set(['one'])
  clearListOwner()
  expect([words.get(), perUserList('words', 5).get()]).toEqual([[], []])
})

test('what somebody else left is not shown, and what he left himself is', () => {
  setListOwner('ann')
  const words = perUserList('words', 5)
  words.set(['one'])
  setListOwner('ann')
  expect(words.get()).toEqual(['one'])
  setListOwner('ben')
  expect([words.get(), perUserList('words', 5).get()]).toEqual([[], []])
})

test('the settings of the browser stay with it', () => {
  localStorage.setItem('coffer.theme', 'dark')
  clearListOwner()
  expect(localStorage.getItem('coffer.theme')).toBe('dark')
})
