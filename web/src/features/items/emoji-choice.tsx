import { TextInput } from '@mantine/core'
import { Ban, Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Emoji } from '../../ui/emoji.tsx'
import { EMOJI_GROUPS, type EmojiGroup } from '../../ui/emoji-list.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './dialog.module.css'
import { keepRecentEmoji, recentEmoji } from './recent-emoji.ts'

type Offered = (typeof EMOJI_GROUPS)[EmojiGroup][number]
const ALL: Offered[] = Object.values(EMOJI_GROUPS).flat()

const plain = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

interface EmojiChoiceProps {
  value: string | null
  onChange: (emoji: string | null) => void
}

/** The emoji by their groups, the latest first; or what is found by its name. Arrows go through them. */
export function EmojiChoice({ value, onChange }: EmojiChoiceProps) {
  const { t, i18n } = useTranslation()
  const [sought, setSought] = useState('')
  const [recent] = useState(recentEmoji.get)
  const language = i18n.language.startsWith('es') ? 'es' : 'en'
  const found = ALL.filter(one => plain(one[language]).includes(plain(sought.trim())))
  const byGroup = Object.entries(EMOJI_GROUPS) as [EmojiGroup, Offered[]][]
  const lists: [string, readonly Offered[]][] = sought.trim()
    ? [[t('actions.emoji_found', { count: found.length }), found]]
    : [
        [t('actions.emoji_recent'), ALL.filter(one => recent.includes(one.emoji))],
        ...byGroup.map(([name, some]): [string, Offered[]] => [t(`actions.emoji_${name}`), some]),
      ]
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
        {lists
          .filter(([, some]) => some.length > 0 || sought)
          .map(([title, some]) => (
            <Group key={title} title={title}>
              {some.map(one => (
                <Choice
                  key={one.emoji}
                  label={one[language]}
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
