import { Menu } from '@mantine/core'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filter-chips.module.css'

export type Choices<V extends string> = readonly (readonly [value: V, label: string])[]

interface ChoiceItemsProps<V extends string> {
  /** Undefined for any value; null when the chosen value is not among the choices. */
  value: V | undefined | null
  choices: Choices<V>
  onChoose: (value: V | undefined) => void
  /** Rendered below the choices. */
  children?: ReactNode
}

/** The menu of a filter with a few choices, of which the first is any value. */
export function ChoiceItems<V extends string>(props: ChoiceItemsProps<V>) {
  const { value, choices, onChoose, children } = props
  const { t } = useTranslation()
  const all: readonly (readonly [V | undefined, string])[] = [
    [undefined, t('filter.any')],
    ...choices,
  ]
  return (
    <Menu.Dropdown>
      {all.map(([choice, text]) => (
        <RadioItem key={choice ?? ''} isOn={choice === value} onChoose={() => onChoose(choice)}>
          {text}
        </RadioItem>
      ))}
      {children}
    </Menu.Dropdown>
  )
}

interface RadioItemProps {
  isOn: boolean
  onChoose: () => void
  children: string
}

/** An entry of a menu of choices. */
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
