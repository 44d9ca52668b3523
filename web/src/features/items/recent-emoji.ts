import { perUserList } from '../../lib/personal-list.ts'

const MOST_KEPT = 12

/** The emoji that were chosen last in this browser, the latest first. */
export const recentEmoji = perUserList('recent-emoji', MOST_KEPT)

export function keepRecentEmoji(emoji: string): void {
  const others = recentEmoji.get().filter(one => one !== emoji)
  recentEmoji.set([emoji, ...others].slice(0, MOST_KEPT))
}
