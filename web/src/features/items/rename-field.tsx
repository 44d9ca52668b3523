import { ItemName, type ItemType } from '@coffer/contract/items'
import { splitExtension } from '@coffer/contract/names'
import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import classes from './rename-field.module.css'

/** The typed name and the selection in it. */
export interface NameDraft {
  value: string
  selection: [start: number, end: number]
}

interface RenameFieldProps {
  name: string
  type: ItemType
  /** Whether the item does not exist yet: only Enter creates it, even with the suggested name. */
  isNew?: boolean
  /** The name that the server rejected, with its error message. */
  rejected?: { name: string; message: string } | undefined
  /** Keeps what is typed while the field is mounted again, because its row moves in the list. */
  draft?: RefObject<NameDraft | null>
  onRename: (name: string) => void
  onLeave: () => void
}

/**
 * Edits a name in its row. Enter and leaving the field save it, Esc cancels. An invalid name stays
 * to be corrected, even when the field is left.
 */
export function RenameField(props: RenameFieldProps) {
  const { name, type, isNew = false, rejected, draft, onRename, onLeave } = props
  const { t } = useTranslation()
  const [value, setValue] = useState(draft?.current?.value ?? rejected?.name ?? name)
  const [message, setMessage] = useState(value === rejected?.name ? rejected.message : undefined)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const messageId = useId()

  useEffect(() => {
    const { value: initial = '' } = input.current ?? {}
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(...(draft?.current?.selection ?? stemOf(initial, type)))
  }, [type, draft])

  const keepDraft = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = currentTarget
    if (draft)
      draft.current = {
        value: currentTarget.value,
        selection: [selectionStart ?? 0, selectionEnd ?? 0],
      }
  }
  const leave = () => {
    isDone.current = true
    onLeave()
  }
  const submit = () => {
    if (isDone.current) return
    const error = validateField(ItemName, value)
    if (error) return setMessage(error)
    if (value === name && !isNew) return leave()
    isDone.current = true
    onRename(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    // The input method handles these keys.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') submit()
    if (event.key !== 'Escape') return
    // Keeps a surrounding dialog open.
    event.preventDefault()
    leave()
  }
  return (
    <span className={classes.root} {...stopEvents}>
      <input
        ref={input}
        className={classes.input}
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
          keepDraft(event)
        }}
        onSelect={keepDraft}
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
/** Keeps events in the field from reaching the row. */
const stopEvents = { onClick: stop, onDoubleClick: stop, onPointerDown: stop, onContextMenu: stop }

/** The range of the name without the extension. */
function stemOf(name: string, type: ItemType): [start: number, end: number] {
  return [0, type === 'file' ? splitExtension(name)[0].length : name.length]
}
