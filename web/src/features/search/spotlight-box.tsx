import { Loader } from '@mantine/core'
import { Search, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { useModalDialog, useOutsidePress } from '../../ui/modal-dialog.ts'
import classes from './spotlight-box.module.css'
import { SpotlightFoot } from './spotlight-foot.tsx'
import {
  choose,
  type Entry,
  type Keys,
  type Section,
  SpotlightSections,
} from './spotlight-list.tsx'

interface SpotlightBoxProps {
  query: string
  onQuery: (query: string) => void
  sections: readonly Section[]
  /** Rendered between the field and the list. */
  children: ReactNode
  /** Rendered when there are no entries. */
  empty: ReactNode
  isBusy: boolean
  /** Whether the entries still belong to an earlier query. */
  isWaiting: boolean
  /** Announced to screen readers when it changes. */
  statusText: string
  onEnd: () => void
  onClose: () => void
}

/** Distance from the end of the list at which more is loaded. */
const LOAD_MORE_PX = 400

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 }

const FIELD = {
  role: 'combobox',
  'aria-expanded': true,
  'aria-autocomplete': 'list',
  autoComplete: 'off',
  spellCheck: false,
  maxLength: 200,
} as const

/** A search dialog with results below its field. The focus stays in the field. */
export function SpotlightBox(props: SpotlightBoxProps) {
  const { query, sections, onClose } = props
  const { t } = useTranslation()
  const id = useId()
  const dialog = useModalDialog()
  const outside = useOutsidePress(onClose)
  const entries = sections.flatMap(section => section.entries)
  const [active, setActive] = useActive(query, entries)
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const setPressed = useDeferredEnter(props.isWaiting, keys => choose(entries[active], keys))
  const onKey = (event: KeyboardEvent) => {
    // Keys belong to the input method while it composes characters.
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== undefined) setActive(stepTo(active, step, entries.length))
    else setPressed({ ctrlKey: event.ctrlKey, metaKey: event.metaKey })
  }
  const onScroll = ({ currentTarget: list }: UIEvent) => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < LOAD_MORE_PX) props.onEnd()
  }
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('search.title')}
      {...outside}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={classes.box}>
        <div className={classes.head}>
          <Search size={20} strokeWidth={1.75} aria-hidden />
          <input
            {...FIELD}
            data-autofocus
            className={classes.field}
            aria-controls={`${id}-list`}
            aria-activedescendant={entries[active] && `${id}-${active}`}
            aria-label={t('search.placeholder')}
            placeholder={t('search.placeholder')}
            value={query}
            onChange={event => props.onQuery(event.currentTarget.value)}
            onKeyDown={onKey}
          />
          {props.isBusy && <Loader size={16} aria-hidden />}
          <IconButton icon={X} label={t('popups.close')} tooltip="none" onClick={onClose} />
        </div>
        {props.children}
        <div
          id={`${id}-list`}
          className={classes.list}
          role="listbox"
          tabIndex={-1}
          aria-label={t('search.results')}
          onScroll={onScroll}
        >
          <SpotlightSections id={id} sections={sections} active={active} onActive={setActive} />
        </div>
        {entries.length === 0 && props.empty}
        <span className={classes.statusText} role="status">
          {props.statusText}
        </span>
        <SpotlightFoot />
      </div>
    </dialog>
  )
}

/** Defers Enter until the results for the query have arrived. */
function useDeferredEnter(isWaiting: boolean, onEnter: (keys: Keys) => void) {
  const [pressed, setPressed] = useState<Keys | null>(null)
  const latest = useRef(onEnter)
  latest.current = onEnter
  useEffect(() => {
    if (!pressed || isWaiting) return
    setPressed(null)
    latest.current(pressed)
  }, [pressed, isWaiting])
  return setPressed
}

const stepTo = (active: number, step: number, count: number): number => {
  if (count === 0) return 0
  if (Math.abs(step) === 1) return (active + step + count) % count
  return Math.max(0, Math.min(count - 1, active + step))
}

/** Activates the first entry after each change of the query, and keeps it while the list grows. */
function useActive(query: string, entries: readonly Entry[]) {
  const [chosen, setChosen] = useState({ query, index: 0 })
  const index = chosen.query === query ? chosen.index : 0
  const active = Math.min(index, Math.max(0, entries.length - 1))
  return [active, (to: number) => setChosen({ query, index: to })] as const
}
