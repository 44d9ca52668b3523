import type { Locale } from '@coffer/contract/constants'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { everyEmojiQuery, findEmoji, offeredEmoji } from './every-emoji.ts'

const every = (locale: Locale) => new QueryClient().fetchQuery(everyEmojiQuery(locale))
const ours = (locale: Locale) => offeredEmoji(locale).flatMap(([, some]) => some)
const find = async (asked: string, locale: Locale) =>
  findEmoji(asked, ours(locale), await every(locale)).map(({ emoji }) => emoji)

it('every emoji is found by the words of either language', async () => {
  expect(await find('umbrella', 'en')).toContain('☂️')
  expect(await find('lechuga', 'es')).toContain('🥬')
  expect(await find('flag: norway', 'en')).toEqual(['🇳🇴'])
})

it('one that we offer comes first, by our name, and once', async () => {
  const found = findEmoji('anchor', ours('en'), await every('en'))
  expect(found.map(({ label }) => label)).toEqual(['anchor harbour', 'trident emblem'])
})

it('a part of other emoji is no emoji by itself', async () => {
  expect(await find('skin tone', 'en')).toEqual([])
  expect(await find('regional indicator', 'en')).toEqual([])
})
