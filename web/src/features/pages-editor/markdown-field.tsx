import { Textarea } from '@mantine/core'
import {
  Bold,
  Code,
  Heading2,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  TextQuote,
} from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { FORMATS, type Format, formatMarkdown, type Selected } from './format-markdown.ts'
import classes from './markdown-field.module.css'

const ICONS: Record<Format, LucideIcon> = {
  heading: Heading2,
  bold: Bold,
  italic: Italic,
  link: Link,
  list: List,
  numbered: ListOrdered,
  quote: TextQuote,
  code: Code,
}

const KEYS: Record<string, Format> = { b: 'bold', i: 'italic', k: 'link' }

interface MarkdownFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | null
}

/** A Markdown text with a toolbar. */
export function MarkdownField({ value, onChange, error }: MarkdownFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const selection = useRef<Selected>(null)

  // The new selection can only be set after the new text is in the field.
  useLayoutEffect(() => {
    if (selection.current?.text !== value) return
    field.current?.setSelectionRange(selection.current.start, selection.current.end)
    selection.current = null
  }, [value])

  function apply(format: Format): void {
    const area = field.current
    if (!area) return
    const { selectionStart: start, selectionEnd: end } = area
    const formatted = formatMarkdown({ text: value, start, end }, format, t('pages.link_text'))
    selection.current = formatted
    area.focus()
    onChange(formatted.text)
  }
  function onKeyDown(event: KeyboardEvent): void {
    const format = KEYS[event.key]
    if (!format || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    apply(format)
  }
  return (
    <div className={classes.field}>
      <Textarea
        ref={field}
        label={t('pages.content')}
        description={t('pages.content_help')}
        value={value}
        error={error}
        onChange={event => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        autosize
        minRows={16}
        maxRows={40}
        classNames={{ input: classes.input }}
        inputContainer={input => (
          <>
            <Toolbar className={classes.toolbar} aria-label={t('pages.toolbar')}>
              {FORMATS.map(format => (
                <IconButton
                  key={format}
                  icon={ICONS[format]}
                  label={t(`pages.${format}`)}
                  onClick={() => apply(format)}
                />
              ))}
            </Toolbar>
            {input}
          </>
        )}
      />
    </div>
  )
}
