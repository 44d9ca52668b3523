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
import classes from './icon-button.module.css'

/** Nothing has its name shown before it is pointed at. */
const Tip = lazy(async () => ({ default: (await import('./tip.tsx')).Tip }))

interface IconButtonProps
  extends Omit<ActionIconProps, 'children' | 'size' | 'className' | 'style'>,
    Pick<
      ComponentPropsWithRef<'button'>,
      | 'ref'
      | 'onClick'
      | 'type'
      | 'aria-expanded'
      | 'aria-pressed'
      | 'aria-haspopup'
      | 'aria-controls'
    > {
  icon: LucideIcon
  /** Its name, for those who listen and those who point. */
  label: string
  /** `small` for the ends of rows and trays; 44 px either way under a finger. */
  size?: 'normal' | 'small'
  /** Where the name appears; `none` while something else is open there. */
  tooltip?: 'top' | 'right' | 'bottom' | 'left' | 'none'
  className?: string | undefined
}

export function IconButton({
  icon: Icon,
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
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
      {tip.shown}
    </>
  )
}

const DELAY_MS = 300

/** A button's name beside it, shown to a pointer that stays and to the keyboard. */
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
