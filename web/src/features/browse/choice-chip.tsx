import { Button, Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChoiceItems } from '../../ui/filters/choice-menu.tsx'
import classes from '../../ui/filters/filter-chips.module.css'

interface ChoiceChipProps<V extends string> {
  label: string
  value: V | undefined
  choices: readonly (readonly [value: V, label: string])[]
  onChoose: (value: V | undefined) => void
  /** The chosen value's text, when it is not among the choices. */
  other?: string | undefined
  /** Rendered below the choices. */
  children?: ReactNode
}

/** A filter chip with a menu of a few choices. */
export function ChoiceChip<V extends string>(props: ChoiceChipProps<V>) {
  const { label, value, choices, onChoose, other, children } = props
  const chosen = other ?? choices.find(([choice]) => choice === value)?.[1]
  return (
    <Menu position="bottom-start" floatingStrategy="fixed" alignItemsLabels="all">
      <Menu.Target>
        <Button
          variant="default"
          className={classes.chip}
          data-on={chosen !== undefined || undefined}
          rightSection={<ChevronDown size={13} strokeWidth={2} aria-hidden />}
          aria-label={chosen ? `${label}: ${chosen}` : label}
        >
          {chosen ?? label}
        </Button>
      </Menu.Target>
      <ChoiceItems value={other ? null : value} choices={choices} onChoose={onChoose}>
        {children}
      </ChoiceItems>
    </Menu>
  )
}
