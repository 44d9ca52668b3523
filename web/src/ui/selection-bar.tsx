import { Button, Loader } from '@mantine/core'
import { EllipsisVertical, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/use-format.ts'
import { IconButton, useTip } from './icon-button.tsx'
import type { MenuAction } from './menu-entry.tsx'
import { type ButtonAction, splitActions } from './selection-actions.ts'
import classes from './selection-bar.module.css'
import { Toolbar } from './toolbar.tsx'

const ActionMenu = lazy(async () => ({
  default: (await import('./action-menu.tsx')).ActionMenu,
}))

interface SelectionBarProps {
  count: number
  /** How many items the list has. */
  total: number
  /** Whether more than `total` can be selected. */
  isCapped?: boolean
  /** Whether some of the selected items are still being loaded. */
  isLoading?: boolean
  actions: readonly MenuAction[]
  onClear: () => void
  /** On phones the bar is at the bottom, within reach of the thumb. */
  isNarrow: boolean
}

/** The common actions for the selected items as buttons, the others under More. */
export function SelectionBar({
  count,
  total,
  isCapped = false,
  isLoading = false,
  actions,
  onClear,
  isNarrow,
}: SelectionBarProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { buttons, more } = splitActions(count > 0 ? actions : [])
  return (
    <div className={classes.root} data-narrow={isNarrow || undefined}>
      <Toolbar
        aria-label={t('files.selection')}
        className={classes.bar}
        data-few={buttons.length < 3 || undefined}
      >
        <IconButton icon={X} label={t('files.clear_selection')} size="small" onClick={onClear} />
        {isNarrow ? (
          <span className={classes.count} role="status">
            <span className={classes.number} aria-hidden>
              {number(count)}
            </span>
            <span className={classes.texts}>{t('files.selected', { count })}</span>
          </span>
        ) : (
          <span className={classes.count}>
            {t(isCapped ? 'files.selected_of_more' : 'files.selected_of', { count, total })}
          </span>
        )}
        {isLoading && (
          <Loader
            size={14}
            className={classes.loader}
            role="img"
            aria-label={t('files.resolving')}
          />
        )}
        {buttons.map(action => (
          <ActionButton key={action.label} action={action} />
        ))}
        {more.length > 0 && <More count={count} actions={more} isNarrow={isNarrow} />}
      </Toolbar>
    </div>
  )
}

/** The text is hidden on narrow bars; a tooltip shows the full label. */
function ActionButton({
  action: { label, button: name, icon: Icon, run },
}: {
  action: ButtonAction
}) {
  const element = useRef<HTMLButtonElement>(null)
  const tip = useTip(element, label, 'bottom')
  return (
    <>
      <Button
        {...tip.handlers}
        ref={element}
        variant="subtle"
        className={classes.action}
        aria-label={name}
        onClick={run}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        <span className={classes.name}>{name}</span>
      </Button>
      {tip.shown}
    </>
  )
}

interface MoreProps {
  count: number
  actions: readonly MenuAction[]
  isNarrow: boolean
}

function More({ count, actions, isNarrow }: MoreProps) {
  const { t } = useTranslation()
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={button}
        icon={EllipsisVertical}
        label={t('files.more')}
        size="small"
        tooltip={at ? 'none' : 'bottom'}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={event => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect()
          setAt({ x: left, y: bottom + 4 })
        }}
      />
      {at && (
        <Suspense>
          <ActionMenu
            at={at}
            title={t('files.selected', { count })}
            actions={actions}
            isNarrow={isNarrow}
            onClose={() => {
              setAt(null)
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
