import type { Locale } from '@coffer/contract/constants'
import { queryOptions } from '@tanstack/react-query'
import { matchesWordStarts } from '../../lib/match-word-starts.ts'
import { EMOJI_GROUPS, type EmojiGroup, type OfferedEmoji } from '../../ui/emoji-list.ts'
import { twemojiFile } from '../../ui/twemoji.ts'

/** An emoji, its name, and all the words it is found by, the name among them. */
export interface NamedEmoji {
  emoji: string
  label: string
  words: string
}

/** The parts that other emoji are put together from. */
const COMPONENTS = 2

const DATA = {
  en: () => import('emojibase-data/en/compact.json'),
  es: () => import('emojibase-data/es/compact.json'),
}

/** Those that are offered unasked, group by group. */
export const offeredEmoji = (locale: Locale): [EmojiGroup, NamedEmoji[]][] =>
  (Object.entries(EMOJI_GROUPS) as [EmojiGroup, OfferedEmoji[]][]).map(([group, some]) => [
    group,
    some.map(({ emoji, [locale]: label }) => ({ emoji, label, words: label })),
  ])

/** Every emoji of Unicode with its words; names are by Unicode's common locale data. Loaded when asked for. */
export const everyEmojiQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['every-emoji', locale],
    queryFn: async (): Promise<NamedEmoji[]> => {
      const { default: data } = await DATA[locale]()
      return data
        .filter(({ group }) => group !== undefined && group !== COMPONENTS)
        .map(({ unicode, label, tags = [] }) => ({
          emoji: unicode,
          label,
          words: [label, ...tags].join(' '),
        }))
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Who finds an emoji by ours finds it by our name; the others follow. */
export function findEmoji(asked: string, ours: NamedEmoji[], every: NamedEmoji[]): NamedEmoji[] {
  const found = ours.filter(({ words }) => matchesWordStarts(asked, words))
  const known = new Set(found.map(({ emoji }) => twemojiFile(emoji)))
  return [
    ...found,
    ...every.filter(
      ({ emoji, words }) => matchesWordStarts(asked, words) && !known.has(twemojiFile(emoji)),
    ),
  ]
}
