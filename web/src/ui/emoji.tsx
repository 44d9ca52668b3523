import type { ClientConfig } from '@coffer/contract/config'
import { useState } from 'react'
import { config } from '../lib/config.ts'
import { localSetting } from '../lib/local-setting.ts'
import { useStore } from '../lib/store.ts'
import { TWEMOJI_FOLDER, twemojiFile } from './twemoji.ts'

/** APP-21: our images or the platform's emoji. The account's choice, stored for the next start. */
const storedType = localSetting('emoji-type', ['unset', 'twemoji', 'applemoji'])

export const emojiType = (): ClientConfig['defaultEmoji'] => {
  const type = storedType.get()
  return type === 'unset' ? config().defaultEmoji : type
}

export const setEmojiType = (type: ReturnType<typeof emojiType>): void => storedType.set(type)

export function useEmojiType(): ReturnType<typeof emojiType> {
  useStore(storedType)
  return emojiType()
}

/** Renders an emoji in the chosen set, or the platform's when we have no image. Decorative. */
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
