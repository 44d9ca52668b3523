const KEY = 'coffer.recent-emoji'
const MOST_KEPT = 12

/** The emoji that were chosen last in this browser, the latest first. */
export function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function keepRecentEmoji(emoji: string): void {
  const kept = [emoji, ...recentEmoji().filter(one => one !== emoji)].slice(0, MOST_KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // A browser may forbid storage; nothing is remembered then.
    return
  }
}
