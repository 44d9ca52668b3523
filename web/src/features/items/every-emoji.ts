import type { Locale } from '@coffer/contract/constants'
import { queryOptions } from '@tanstack/react-query'
import { matchesWordStarts } from '../../lib/match-word-starts.ts'
import { EMOJI_GROUPS, type EmojiGroup, type OfferedEmoji } from '../../ui/emoji-list.ts'
import { twemojiFile } from '../../ui/twemoji.ts'

/** An emoji, its name and its search keywords, which include the name. */
export interface NamedEmoji {
  emoji: string
  label: string
  keywords: string
}

/** The group of emoji components, such as skin tones. */
const COMPONENTS = 2

const DATA = {
  en: () => import('emojibase-data/en/compact.json'),
  es: () => import('emojibase-data/es/compact.json'),
}
type EmojiLocale = keyof typeof DATA

/** Emoji have names in the languages of the product; others get the English ones. */
const emojiLocaleOf = (locale: Locale): EmojiLocale =>
  locale in DATA ? (locale as EmojiLocale) : 'en'

/** The emoji that are offered without a search, by group. */
export const offeredEmoji = (locale: Locale): [EmojiGroup, NamedEmoji[]][] =>
  (Object.entries(EMOJI_GROUPS) as [EmojiGroup, OfferedEmoji[]][]).map(([group, emojis]) => [
    group,
    emojis.map(({ emoji, [emojiLocaleOf(locale)]: label }) => ({ emoji, label, keywords: label })),
  ])

/** All Unicode emoji with CLDR names and keywords. Loaded on demand. */
export const everyEmojiQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['every-emoji', locale],
    queryFn: async (): Promise<NamedEmoji[]> => {
      const { default: data } = await DATA[emojiLocaleOf(locale)]()
      return data
        .filter(({ group }) => group !== undefined && group !== COMPONENTS)
        .map(({ unicode, label, tags = [] }) => ({
          emoji: unicode,
          label,
          keywords: [label, ...tags].join(' '),
        }))
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Returns matches among the offered emoji first, under our names, then all others. */
export function findEmoji(
  query: string,
  offered: NamedEmoji[],
  allEmoji: NamedEmoji[],
): NamedEmoji[] {
  const matches = offered.filter(({ keywords }) => matchesWordStarts(query, keywords))
  const known = new Set(matches.map(({ emoji }) => twemojiFile(emoji)))
  return [
    ...matches,
    ...allEmoji.filter(
      ({ emoji, keywords }) => matchesWordStarts(query, keywords) && !known.has(twemojiFile(emoji)),
    ),
  ]
}
