import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import type { LucideIcon } from 'lucide-react'
import {
  type ComponentPropsWithRef,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Icon } from './icon.tsx'
import classes from './icon-button.module.css'

/** Loaded only when a tooltip is shown. */
const Tip = lazy(async () => ({ default: (await import('./tooltip-label.tsx')).TooltipLabel }))

interface IconButtonProps
  extends Omit<ActionIconProps, 'children' | 'size' | 'className' | 'style'>,
    Pick<
      ComponentPropsWithRef<'button'>,
      | 'ref'
      | 'onClick'
      | 'type'
      | 'tabIndex'
      | 'aria-expanded'
      | 'aria-pressed'
      | 'aria-haspopup'
      | 'aria-controls'
    > {
  icon: LucideIcon
  /** The accessible name, also shown as the tooltip. */
  label: string
  /** `small` at the end of rows and trays; both are 44 px for touch. */
  size?: 'normal' | 'small'
  /** Position of the tooltip; `none` while a menu is open there. */
  tooltip?: 'top' | 'right' | 'bottom' | 'left' | 'none'
  className?: string | undefined
}

export function IconButton({
  icon,
  label,
  size = 'normal',
  tooltip = 'bottom',
  className,
  ref,
  ...props
}: IconButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const merged = useMergedRef(button, ref)
  const tip = useTip(button, label, tooltip)
  return (
    <>
      <ActionIcon
        {...props}
        {...tip.handlers}
        ref={merged}
        aria-label={label}
        className={`${classes.button} ${className ?? ''}`}
        data-small={size === 'small' || undefined}
      >
        <Icon icon={icon} size="0.75x" />
      </ActionIcon>
      {tip.shown}
    </>
  )
}

const DELAY_MS = 300

/** Shows a button's label on hover after a delay and on keyboard focus. */
export function useTip(
  target: RefObject<HTMLButtonElement | null>,
  label: string,
  position: 'top' | 'right' | 'bottom' | 'left' | 'none',
) {
  const [isShown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    shown: isShown && position !== 'none' && (
      <Suspense>
        <Tip target={target} label={label} position={position} />
      </Suspense>
    ),
    handlers: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== 'touch')
          timer.current = setTimeout(() => setShown(true), DELAY_MS)
      },
      onPointerLeave: hide,
      onPointerDown: hide,
      onFocus: (event: FocusEvent) => setShown(event.currentTarget.matches(':focus-visible')),
      onBlur: hide,
    },
  }
}
