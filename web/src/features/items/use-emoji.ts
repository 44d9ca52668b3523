import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmojiGroup } from '../../ui/emoji-list.ts'
import { everyEmojiQuery, findEmoji, type NamedEmoji, offeredEmoji } from './every-emoji.ts'
import { recentEmoji } from './recent-emoji.ts'

type EmojiList = 'recent' | EmojiGroup

/** Returns the offered emoji by list, and the matches of a search; `undefined` without a query. */
export function useEmoji(query: string): {
  lists: [EmojiList, NamedEmoji[]][]
  matches: NamedEmoji[] | undefined
} {
  const { i18n } = useTranslation()
  const language = i18n.language.startsWith('es') ? 'es' : 'en'
  const { data: allEmoji = [] } = useQuery({ ...everyEmojiQuery(language), enabled: query !== '' })
  const [recent] = useState(recentEmoji.get)
  const groups = offeredEmoji(language)
  const offered = groups.flatMap(([, emojis]) => emojis)
  // A recent emoji that is not offered has no name; screen readers know its name.
  const recentEntries = recent.map(
    emoji =>
      offered.find(entry => entry.emoji === emoji) ?? { emoji, label: emoji, keywords: emoji },
  )
  return {
    lists: [['recent', recentEntries], ...groups],
    matches: query ? findEmoji(query, offered, allEmoji) : undefined,
  }
}
