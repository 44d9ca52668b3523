// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { forgetPerson, meetPerson, personalList } from './personal-list.ts'

beforeEach(() => localStorage.clear())

test('what a person left is there when he comes back to the page, and no more than so many', () => {
  personalList('words', 2).set(['one', 'two', 'three'])
  expect(personalList('words', 2).get()).toEqual(['two', 'three'])
})

test('signing out leaves nothing, in memory and in the browser', () => {
  const words = personalList('words', 5)
  words.set(['one'])
  forgetPerson()
  expect([words.get(), personalList('words', 5).get()]).toEqual([[], []])
})

test('what somebody else left is not shown, and what he left himself is', () => {
  meetPerson('ann')
  const words = personalList('words', 5)
  words.set(['one'])
  meetPerson('ann')
  expect(words.get()).toEqual(['one'])
  meetPerson('ben')
  expect([words.get(), personalList('words', 5).get()]).toEqual([[], []])
})

test('the settings of the browser stay with it', () => {
  localStorage.setItem('coffer.theme', 'dark')
  forgetPerson()
  expect(localStorage.getItem('coffer.theme')).toBe('dark')
})
