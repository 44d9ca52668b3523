import { Input } from '@mantine/core'
import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emailsIn, isEmail } from './emails.ts'
import classes from './emails-input.module.css'

interface EmailsInputProps {
  label: string
  /** The help text; by default it says how to separate addresses. */
  description?: string
  emails: readonly string[]
  onChange: (emails: string[]) => void
  error?: string | undefined
  /** Whether the field gets the focus when it appears. */
  isFirst?: boolean
}

/** Input for several email addresses, each a chip that can be removed. */
export function EmailsInput(props: EmailsInputProps) {
  const { label, description, emails, onChange, error, isFirst } = props
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  const addEmails = (added: string) => {
    setText('')
    if (added.trim() !== '') onChange(emailsIn(added, emails))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isSeparator = event.key === ',' || event.key === ';' || event.key === ' '
    // Enter without text submits the form.
    if (isSeparator || (event.key === 'Enter' && text.trim() !== '')) {
      event.preventDefault()
      addEmails(text)
    } else if (event.key === 'Backspace' && text === '') onChange(emails.slice(0, -1))
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const before = text.slice(0, selectionStart ?? text.length)
    const after = text.slice(selectionEnd ?? text.length)
    addEmails(before + event.clipboardData.getData('text') + after)
  }
  return (
    <Input.Wrapper
      id={id}
      label={label}
      error={error}
      description={description ?? t('shares.emails_hint')}
    >
      <div className={classes.box} data-invalid={error ? true : undefined}>
        {emails.length > 0 && (
          <ul className={classes.chips} aria-label={label}>
            {emails.map(email => (
              <li key={email} className={classes.chip} data-wrong={!isEmail(email) || undefined}>
                <span>{email}</span>
                <button
                  type="button"
                  aria-label={t('shares.email_remove', { email })}
                  onClick={() => onChange(emails.filter(other => other !== email))}
                >
                  <X size={14} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={field}
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className={classes.field}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-description${error ? ` ${id}-error` : ''}`}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => addEmails(text)}
        />
      </div>
    </Input.Wrapper>
  )
}
