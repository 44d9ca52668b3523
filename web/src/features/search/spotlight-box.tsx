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
  /** Between the field and the list. */
  children: ReactNode
  /** Shown where there are no entries. */
  empty: ReactNode
  isBusy: boolean
  /** What is listed does not belong to what was typed yet. */
  isWaiting: boolean
  /** Read out when it changes. */
  statusText: string
  onEnd: () => void
  onClose: () => void
}

/** How near to its end a list has to be scrolled for more of it. */
const NEAR_END = 400

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 }

const FIELD = {
  role: 'combobox',
  'aria-expanded': true,
  'aria-autocomplete': 'list',
  autoComplete: 'off',
  spellCheck: false,
  maxLength: 200,
} as const

/** A field over everything, with what fits below it. The focus stays in the field. */
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

  const setPressed = usePressed(props.isWaiting, keys => choose(entries[active], keys))
  const onKey = (event: KeyboardEvent) => {
    // While characters are put together, keys belong to that.
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== undefined) setActive(next(active, step, entries.length))
    else setPressed({ ctrlKey: event.ctrlKey, metaKey: event.metaKey })
  }
  const onScroll = ({ currentTarget: list }: UIEvent) => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END) props.onEnd()
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

/** Enter that comes before the answer is kept for it. */
function usePressed(isWaiting: boolean, act: (keys: Keys) => void) {
  const [pressed, setPressed] = useState<Keys | null>(null)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!pressed || isWaiting) return
    setPressed(null)
    latest.current(pressed)
  }, [pressed, isWaiting])
  return setPressed
}

const next = (active: number, step: number, count: number): number => {
  if (count === 0) return 0
  if (Math.abs(step) === 1) return (active + step + count) % count
  return Math.max(0, Math.min(count - 1, active + step))
}

/** The best is chosen after every change of what is asked, and stays while the list grows. */
function useActive(query: string, entries: readonly Entry[]) {
  const [chosen, setChosen] = useState({ query, index: 0 })
  const index = chosen.query === query ? chosen.index : 0
  const active = Math.min(index, Math.max(0, entries.length - 1))
  return [active, (to: number) => setChosen({ query, index: to })] as const
}
