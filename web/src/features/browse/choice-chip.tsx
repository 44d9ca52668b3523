import { Button, Menu } from '@mantine/core'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filter-chips.module.css'

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
  const { t } = useTranslation()
  const chosen = other ?? choices.find(([choice]) => choice === value)?.[1]
  const all: readonly (readonly [V | undefined, string])[] = [
    [undefined, t('filter.any')],
    ...choices,
  ]
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
      <Menu.Dropdown>
        {all.map(([choice, text]) => (
          <RadioItem
            key={choice ?? ''}
            isOn={choice === value && !other}
            onChoose={() => onChoose(choice)}
          >
            {text}
          </RadioItem>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

interface RadioItemProps {
  isOn: boolean
  onChoose: () => void
  children: string
}

/** An entry of the choice menu. */
export const RadioItem = ({ isOn, onChoose, children }: RadioItemProps) => (
  <Menu.RadioItem
    value={children}
    checked={isOn}
    checkIcon={<Check size={16} className={classes.check} aria-hidden />}
    closeMenuOnClick
    onClick={onChoose}
  >
    {children}
  </Menu.RadioItem>
)
