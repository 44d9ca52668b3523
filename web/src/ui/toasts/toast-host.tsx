import { PROGRESS_ANIMATION_MS, TOAST_MS } from '@coffer/contract/constants'
import { Button } from '@mantine/core'
import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/store.ts'
import { modalDialogs } from '../modal-dialog.ts'
import classes from './toast-host.module.css'
import { sideBeside, type ToastSide } from './toast-side.ts'
import { removeToast, type Toast, type ToastAction, toasts } from './toast-store.ts'

/** The region in which toasts appear, announced to screen readers. */
export function ToastHost() {
  const { t } = useTranslation()
  const [shown] = useStore(toasts)
  const { home, carrier, side } = useTopmostDialog()
  return (
    <div ref={home}>
      {createPortal(
        <section
          className={classes.region}
          data-toasts
          data-side={side}
          aria-label={t('toasts.title')}
          aria-live="polite"
        >
          {shown && side && <ToastBox key={shown.id} toast={shown} />}
        </section>,
        carrier,
      )}
    </div>
  )
}

/**
 * Moves the toast into the topmost dialog, because a modal makes everything outside inert, and to a
 * side that the dialog does not cover.
 */
function useTopmostDialog() {
  const home = useRef<HTMLDivElement>(null)
  const [carrier] = useState(createCarrier)
  const [side, setSide] = useState<ToastSide | null>('bottom')
  useLayoutEffect(() => {
    const resized = new ResizeObserver(() => setSide(currentSide()))
    const moveToTopmostDialog = () => {
      const dialog = modalDialogs.get().at(-1)
      const parent = dialog ?? home.current
      if (parent && carrier.parentElement !== parent) moveInto(parent, carrier)
      resized.disconnect()
      resized.observe(dialog ?? document.documentElement)
      setSide(currentSide())
    }
    moveToTopmostDialog()
    const unsubscribe = modalDialogs.subscribe(moveToTopmostDialog)
    return () => {
      resized.disconnect()
      unsubscribe()
    }
  }, [carrier])
  return { home, carrier, side }
}

const currentSide = (): ToastSide | null =>
  sideBeside(modalDialogs.get().at(-1)?.getBoundingClientRect(), innerHeight)

/** `display: contents` keeps the carrier out of the dialog's layout. */
function createCarrier(): HTMLElement {
  const carrier = document.createElement('div')
  carrier.style.display = 'contents'
  return carrier
}

/**
 * Uses `moveBefore` where available, which keeps the focus and does not announce the toast again.
 */
function moveInto(parent: HTMLElement, moved: HTMLElement): void {
  if (moved.isConnected && parent.isConnected && 'moveBefore' in parent)
    parent.moveBefore(moved, null)
  else parent.append(moved)
}

function ToastBox({ toast: { id, kind, message, actions } }: { toast: Toast }) {
  const { t } = useTranslation()
  const [isPaused, setPaused] = useState(false)
  const Icon = kind === 'success' ? Check : CircleAlert
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => removeToast(id), TOAST_MS)
    return () => clearTimeout(timer)
  }, [id, isPaused])
  const act = (action: ToastAction) => {
    removeToast(id)
    action.run()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer.
    <div
      className={classes.toast}
      data-kind={kind}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon className={classes.icon} size={18} strokeWidth={2} aria-hidden />
      <span className={classes.text}>{message}</span>
      {actions.map(action => (
        <Button
          key={action.label}
          variant="transparent"
          className={classes.action}
          onClick={() => act(action)}
        >
          {action.label}
        </Button>
      ))}
      <button
        type="button"
        className={classes.close}
        aria-label={t('popups.close')}
        onClick={() => removeToast(id)}
      >
        <X size={16} strokeWidth={2} aria-hidden />
      </button>
      {!isPaused && (
        <span
          className={classes.timer}
          style={{ animationDuration: `${PROGRESS_ANIMATION_MS}ms` }}
          aria-hidden
        />
      )}
    </div>
  )
}
