import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import classes from './icon-button.module.css'

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
  ...props
}: IconButtonProps) {
  return (
    <Tooltip
      label={label}
      position={tooltip === 'none' ? 'bottom' : tooltip}
      disabled={tooltip === 'none'}
      aria-hidden
    >
      <ActionIcon
        {...props}
        aria-label={label}
        className={`${classes.button} ${className ?? ''}`}
        data-small={size === 'small' || undefined}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
