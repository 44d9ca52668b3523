import { TextInput } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Ban, Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Emoji } from '../../ui/emoji.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './dialog.module.css'
import type { NamedEmoji } from './every-emoji.ts'
import { keepRecentEmoji } from './recent-emoji.ts'
import { useEmoji } from './use-emoji.ts'

/** Nobody looks further; whoever does not see it yet goes on typing. */
const MOST_SHOWN = 120

interface EmojiChoiceProps {
  value: string | null
  onChange: (emoji: string | null) => void
}

/** Some by their groups, those used last above them; every one is found by its name. Arrows go through them. */
export function EmojiChoice({ value, onChange }: EmojiChoiceProps) {
  const { t } = useTranslation()
  const [sought, setSought] = useState('')
  const { lists, found } = useEmoji(sought.trim())
  const shown: [string, NamedEmoji[]][] = found
    ? [[foundTitle(t, found.length), found.slice(0, MOST_SHOWN)]]
    : lists.map(([name, some]) => [t(`actions.emoji_${name}`), some])
  const choose = (emoji: string | null) => {
    if (emoji) keepRecentEmoji(emoji)
    onChange(emoji)
  }
  return (
    <fieldset className={classes.group}>
      <legend>{t('files.emoji')}</legend>
      <div className={classes.emojiTools}>
        <IconButton
          icon={Ban}
          label={t('files.no_emoji')}
          aria-pressed={value === null}
          onClick={() => choose(null)}
        />
        <TextInput
          type="search"
          aria-label={t('actions.emoji_search')}
          placeholder={t('actions.emoji_search')}
          leftSection={<Search size={16} strokeWidth={1.75} aria-hidden />}
          value={sought}
          onChange={event => setSought(event.target.value)}
          // Enter looks for it and does not yet save the folder.
          onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <div className={classes.emoji}>
        {shown
          .filter(([, some]) => some.length > 0 || found)
          .map(([title, some]) => (
            <Group key={title} title={title}>
              {some.map(one => (
                <Choice
                  key={one.emoji}
                  label={one.label}
                  isOn={value === one.emoji}
                  onChoose={() => choose(one.emoji)}
                >
                  <Emoji emoji={one.emoji} size={21} />
                </Choice>
              ))}
            </Group>
          ))}
      </div>
    </fieldset>
  )
}

function foundTitle(t: TFunction, count: number): string {
  return count > MOST_SHOWN
    ? t('actions.emoji_first', { shown: MOST_SHOWN, count })
    : t('actions.emoji_found', { count })
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of choices inside the fieldset of them all.
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className={classes.emojiTitle}>
        {title}
      </h3>
      <div className={classes.choices}>{children}</div>
    </div>
  )
}

interface ChoiceProps {
  label: string
  isOn: boolean
  onChoose: () => void
  children: ReactNode
}

function Choice({ label, isOn, onChoose, children }: ChoiceProps) {
  return (
    <label className={classes.choice} title={label}>
      <input type="radio" name="emoji" aria-label={label} checked={isOn} onChange={onChoose} />
      {children}
    </label>
  )
}
