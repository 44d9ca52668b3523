import { ItemName, type ItemType } from '@coffer/contract/items'
import { splitExtension } from '@coffer/contract/names'
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fault } from '../../lib/form-errors.ts'
import classes from './rename-field.module.css'

interface RenameFieldProps {
  name: string
  type: ItemType
  /** Of an item that does not exist yet: it is created by Enter alone, also under the name it starts with. */
  isNew?: boolean
  /** What the server had against it, with what was typed. */
  refused?: { name: string; message: string } | undefined
  onRename: (name: string) => void
  onLeave: () => void
}

/**
 * Changes a name in its place. Enter and leaving the field take it, Esc leaves it as it was. What can't
 * be a name stays there to be mended, also when the field is left.
 */
export function RenameField(props: RenameFieldProps) {
  const { name, type, isNew = false, refused, onRename, onLeave } = props
  const { t } = useTranslation()
  const [value, setValue] = useState(refused?.name ?? name)
  const [message, setMessage] = useState(refused?.message)
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const messageId = useId()

  useEffect(() => selectStem(field.current, type), [type])

  const leave = () => {
    isOver.current = true
    onLeave()
  }
  const submit = () => {
    if (isOver.current) return
    const wrong = fault(ItemName, value)
    if (wrong) return setMessage(wrong)
    if (value === name && !isNew) return leave()
    isOver.current = true
    onRename(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') submit()
    if (event.key !== 'Escape') return
    // A dialog around it stays.
    event.preventDefault()
    leave()
  }
  return (
    <span className={classes.place} {...kept}>
      <input
        ref={field}
        className={classes.field}
        value={value}
        maxLength={255}
        spellCheck={false}
        autoComplete="off"
        aria-label={isNew ? t('files.new_folder_label') : t('files.rename_to', { name })}
        aria-invalid={message !== undefined}
        aria-describedby={message && messageId}
        onChange={event => {
          setValue(event.target.value)
          setMessage(undefined)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (isNew) return
          if (value.trim() === '') leave()
          else submit()
        }}
      />
      {message && (
        <span ref={bringIntoSight} id={messageId} role="alert" className={classes.message}>
          {message}
        </span>
      )}
    </span>
  )
}

/** Scrolls the message into view: below the last row it is outside the list. */
const bringIntoSight = (message: HTMLElement | null) =>
  message?.scrollIntoView({ block: 'nearest' })

const stop = (event: SyntheticEvent) => event.stopPropagation()
/** What is done in the field is nothing to the row around it. */
const kept = { onClick: stop, onDoubleClick: stop, onPointerDown: stop, onContextMenu: stop }

/** A file's ending stays as it is, unless someone means to change it. */
function selectStem(field: HTMLInputElement | null, type: ItemType): void {
  const length = field?.value.length ?? 0
  const stem = field && type === 'file' ? splitExtension(field.value)[0].length : length
  field?.focus({ preventScroll: true })
  field?.setSelectionRange(0, stem)
}
