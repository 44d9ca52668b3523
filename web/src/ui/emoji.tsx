import type { ClientConfig } from '@coffer/contract/config'
import { useState } from 'react'
import { config } from '../lib/config.ts'
import { localSetting } from '../lib/local-setting.ts'
import { useStore } from '../lib/store.ts'
import { TWEMOJI_FOLDER, twemojiFile } from './twemoji.ts'

/** Spec §4, emoji set: our pictures, or the platform's own. The account's choice, kept for the next start. */
const kept = localSetting('emoji-type', ['unset', 'twemoji', 'applemoji'])

export const emojiType = (): ClientConfig['defaultEmoji'] => {
  const type = kept.get()
  return type === 'unset' ? config().defaultEmoji : type
}

export const setEmojiType = (type: ReturnType<typeof emojiType>): void => kept.set(type)

export function useEmojiType(): ReturnType<typeof emojiType> {
  useStore(kept)
  return emojiType()
}

/** An emoji in the chosen set; one that we have no picture of is the platform's. Decoration. */
export function Emoji({ emoji, size }: { emoji: string; size: number }) {
  const type = useEmojiType()
  const [missing, setMissing] = useState<string | null>(null)
  if (type === 'applemoji' || missing === emoji)
    return (
      <span style={{ fontSize: size, lineHeight: 1 }} aria-hidden>
        {emoji}
      </span>
    )
  return (
    <img
      src={`/${TWEMOJI_FOLDER}/${twemojiFile(emoji)}`}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setMissing(emoji)}
    />
  )
}
