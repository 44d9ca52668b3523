import { Button, TextInput } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Ban, Search, SmilePlus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Emoji } from '../../ui/emoji.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './dialog.module.css'
import type { NamedEmoji } from './every-emoji.ts'
import { saveRecentEmoji } from './recent-emoji.ts'
import { useEmoji } from './use-emoji.ts'

/** Users refine the search instead of scrolling further. */
const MAX_SHOWN = 120

interface EmojiChoiceProps {
  value: string | null
  onChange: (emoji: string | null) => void
}

/** Shows the chosen emoji and a button that opens the emoji list. */
export function EmojiChoice({ value, onChange }: EmojiChoiceProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  return (
    <fieldset className={classes.group}>
      <legend>{t('files.emoji')}</legend>
      <div className={classes.emojiLine}>
        <Button
          variant="default"
          leftSection={
            value ? (
              <Emoji emoji={value} size={18} />
            ) : (
              <SmilePlus size={18} strokeWidth={1.75} aria-hidden />
            )
          }
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {t(value ? 'actions.emoji_change' : 'actions.emoji_add')}
        </Button>
        {value !== null && (
          <IconButton icon={Ban} label={t('files.no_emoji')} onClick={() => onChange(null)} />
        )}
      </div>
      <div id={listId}>{isOpen && <EmojiList value={value} onChange={onChange} />}</div>
    </fieldset>
  )
}

/**
 * Emoji by group with the recent ones first, and a search by name. Arrow keys move through the
 * radio buttons.
 */
function EmojiList({ value, onChange }: EmojiChoiceProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const { lists, matches } = useEmoji(query.trim())
  const visible: [string, NamedEmoji[]][] = matches
    ? [[matchesTitle(t, matches.length), matches.slice(0, MAX_SHOWN)]]
    : lists.map(([name, emojis]) => [t(`actions.emoji_${name}`), emojis])
  const choose = (emoji: string) => {
    saveRecentEmoji(emoji)
    onChange(emoji)
  }
  return (
    <>
      <TextInput
        className={classes.emojiSearch}
        autoFocus
        type="search"
        aria-label={t('actions.emoji_search')}
        placeholder={t('actions.emoji_search')}
        leftSection={<Search size={16} strokeWidth={1.75} aria-hidden />}
        value={query}
        onChange={event => setQuery(event.target.value)}
        // Enter must not submit the folder dialog.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      <div className={classes.emoji}>
        {visible
          .filter(([, emojis]) => emojis.length > 0 || matches)
          .map(([title, emojis]) => (
            <Group key={title} title={title}>
              {emojis.map(entry => (
                <Choice
                  key={entry.emoji}
                  label={entry.label}
                  isOn={value === entry.emoji}
                  onChoose={() => choose(entry.emoji)}
                >
                  <Emoji emoji={entry.emoji} size={21} />
                </Choice>
              ))}
            </Group>
          ))}
      </div>
    </>
  )
}

function matchesTitle(t: TFunction, count: number): string {
  return count > MAX_SHOWN
    ? t('actions.emoji_first', { shown: MAX_SHOWN, count })
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
