import { Button, TextInput } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Ban, Search, SmilePlus } from 'lucide-react'
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

/** The chosen emoji, with all of them behind a button. */
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

/** Some by their groups, those used last above them; every one is found by its name. Arrows go through them. */
function EmojiList({ value, onChange }: EmojiChoiceProps) {
  const { t } = useTranslation()
  const [sought, setSought] = useState('')
  const { lists, found } = useEmoji(sought.trim())
  const shown: [string, NamedEmoji[]][] = found
    ? [[foundTitle(t, found.length), found.slice(0, MOST_SHOWN)]]
    : lists.map(([name, some]) => [t(`actions.emoji_${name}`), some])
  const choose = (emoji: string) => {
    keepRecentEmoji(emoji)
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
        value={sought}
        onChange={event => setSought(event.target.value)}
        // Enter looks for it and does not yet save the folder.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
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
    </>
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
