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

/** Where toasts appear, for eyes and ears. */
export function ToastHost() {
  const { t } = useTranslation()
  const [shown] = useStore(toasts)
  const { home, carrier, side } = useFront()
  return (
    <div ref={home}>
      {createPortal(
        <section
          className={classes.place}
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

/** Keeps the toast inside the dialog in front, which makes everything else inert, and off its box. */
function useFront() {
  const home = useRef<HTMLDivElement>(null)
  const [carrier] = useState(boxless)
  const [side, setSide] = useState<ToastSide | null>('bottom')
  useLayoutEffect(() => {
    const resized = new ResizeObserver(() => setSide(sideNow()))
    const bringToFront = () => {
      const dialog = modalDialogs.get().at(-1)
      const place = dialog ?? home.current
      if (place && carrier.parentElement !== place) moveInto(place, carrier)
      resized.disconnect()
      resized.observe(dialog ?? document.documentElement)
      setSide(sideNow())
    }
    bringToFront()
    const unsubscribe = modalDialogs.subscribe(bringToFront)
    return () => {
      resized.disconnect()
      unsubscribe()
    }
  }, [carrier])
  return { home, carrier, side }
}

const sideNow = (): ToastSide | null =>
  sideBeside(modalDialogs.get().at(-1)?.getBoundingClientRect(), innerHeight)

/** It takes no part in the layout of the dialog that it is in. */
function boxless(): HTMLElement {
  const carrier = document.createElement('div')
  carrier.style.display = 'contents'
  return carrier
}

/** Where the browser can, without the focus being lost and without arriving once more. */
function moveInto(place: HTMLElement, moved: HTMLElement): void {
  if (moved.isConnected && place.isConnected && 'moveBefore' in place) place.moveBefore(moved, null)
  else place.append(moved)
}

function ToastBox({ toast: { id, kind, message, actions } }: { toast: Toast }) {
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  const Icon = kind === 'success' ? Check : CircleAlert
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => removeToast(id), TOAST_MS)
    return () => clearTimeout(timer)
  }, [id, held])
  const act = (action: ToastAction) => {
    removeToast(id)
    action.run()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it from going.
    <div
      className={classes.toast}
      data-kind={kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className={classes.icon} size={18} strokeWidth={2} aria-hidden />
      <span className={classes.words}>{message}</span>
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
      {!held && (
        <span
          className={classes.left}
          style={{ animationDuration: `${PROGRESS_ANIMATION_MS}ms` }}
          aria-hidden
        />
      )}
    </div>
  )
}
