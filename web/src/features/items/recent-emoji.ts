import { perUserList } from '../../lib/personal-list.ts'

const MAX_RECENT = 12

/** The emoji chosen last in this browser, most recent first. */
export const recentEmoji = perUserList('recent-emoji', MAX_RECENT)

/** Moves an emoji to the front of the recent ones. */
export function saveRecentEmoji(emoji: string): void {
  const others = recentEmoji.get().filter(candidate => candidate !== emoji)
  recentEmoji.set([emoji, ...others].slice(0, MAX_RECENT))
}
