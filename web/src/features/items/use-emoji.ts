import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmojiGroup } from '../../ui/emoji-list.ts'
import { everyEmojiQuery, findEmoji, type NamedEmoji, offeredEmoji } from './every-emoji.ts'
import { recentEmoji } from './recent-emoji.ts'

type EmojiList = 'recent' | EmojiGroup

/** What is offered unasked, list by list; and what was found, `undefined` while nothing is asked for. */
export function useEmoji(asked: string): {
  lists: [EmojiList, NamedEmoji[]][]
  found: NamedEmoji[] | undefined
} {
  const { i18n } = useTranslation()
  const language = i18n.language.startsWith('es') ? 'es' : 'en'
  const { data: every = [] } = useQuery({ ...everyEmojiQuery(language), enabled: asked !== '' })
  const [recent] = useState(recentEmoji.get)
  const groups = offeredEmoji(language)
  const ours = groups.flatMap(([, some]) => some)
  // One that was found among all of them is told by itself; a screen reader knows its name.
  const again = recent.map(
    emoji => ours.find(one => one.emoji === emoji) ?? { emoji, label: emoji, words: emoji },
  )
  return {
    lists: [['recent', again], ...groups],
    found: asked ? findEmoji(asked, ours, every) : undefined,
  }
}
