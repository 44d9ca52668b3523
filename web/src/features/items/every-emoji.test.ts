import type { Locale } from '@coffer/contract/constants'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { everyEmojiQuery, findEmoji, offeredEmoji } from './every-emoji.ts'

const allEmoji = (locale: Locale) => new QueryClient().fetchQuery(everyEmojiQuery(locale))
const offered = (locale: Locale) => offeredEmoji(locale).flatMap(([, emojis]) => emojis)
const find = async (query: string, locale: Locale) =>
  findEmoji(query, offered(locale), await allEmoji(locale)).map(({ emoji }) => emoji)

it('finds every emoji by keywords in both languages', async () => {
  expect(await find('umbrella', 'en')).toContain('☂️')
  expect(await find('lechuga', 'es')).toContain('🥬')
  expect(await find('flag: norway', 'en')).toEqual(['🇳🇴'])
})

it('lists offered emoji first, under our name and once', async () => {
  const matches = findEmoji('anchor', offered('en'), await allEmoji('en'))
  expect(matches.map(({ label }) => label)).toEqual(['anchor harbour', 'trident emblem'])
})

it('leaves out emoji components', async () => {
  expect(await find('skin tone', 'en')).toEqual([])
  expect(await find('regional indicator', 'en')).toEqual([])
})
