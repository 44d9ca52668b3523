import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStable } from '../../lib/use-stable.ts'
import { IconButton } from '../icon-button.tsx'
import classes from './table-page.module.css'
import type { TableState } from './use-table-state.ts'

/** Waits for a pause in typing before searching. */
const DEBOUNCE_MS = 250

interface TableSearchFieldProps {
  state: TableState
  label: string
  /** On phones a button opens the field. */
  isNarrow: boolean
}

/** Filters the table by a text; `/` focuses it. */
export function TableSearchField({ state, label, isNarrow }: TableSearchFieldProps) {
  const { t } = useTranslation()
  const { query = '' } = state.search
  const [typed, setTyped] = useTypedText(query, text =>
    state.change({ query: text.trim() || undefined }, { replace: true }),
  )
  const [isOpen, setOpen] = useState(query !== '')
  const field = useRef<HTMLInputElement>(null)
  useSlashKey(() => {
    setOpen(true)
    field.current?.focus()
    field.current?.select()
  })
  if (isNarrow && !isOpen)
    return <IconButton icon={Search} label={label} onClick={() => setOpen(true)} />
  const close = () => {
    setTyped('')
    setOpen(false)
  }
  return (
    <search className={classes.field} data-narrow={isNarrow || undefined}>
      <Search size={18} strokeWidth={1.75} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={255}
        // biome-ignore lint/a11y/noAutofocus: the button for the search was pressed.
        autoFocus={isNarrow && query === ''}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Escape') return
          if (typed) setTyped('')
          else field.current?.blur()
        }}
      />
      {isNarrow ? (
        <IconButton
          icon={X}
          size="small"
          tooltip="none"
          label={t('table.close_search')}
          onClick={close}
        />
      ) : (
        <kbd aria-hidden>/</kbd>
      )}
    </search>
  )
}

/** Follows the URL unless the user is typing. */
function useTypedText(query: string, search: (text: string) => void) {
  const [typed, setTyped] = useState(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPending = useRef(false)
  const run = useStable(search)
  useEffect(() => {
    if (!isPending.current) setTyped(query)
  }, [query])
  useEffect(() => () => clearTimeout(timer.current), [])
  const set = (text: string) => {
    setTyped(text)
    isPending.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      isPending.current = false
      run(text)
    }, DEBOUNCE_MS)
  }
  return [typed, set] as const
}

function useSlashKey(focus: () => void): void {
  const run = useStable(focus)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const target = event.target as Element
      const isTyping = target.closest('input, textarea, select, [contenteditable]') !== null
      if (event.key !== '/' || isTyping || document.querySelector('dialog[open]')) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [run])
}
