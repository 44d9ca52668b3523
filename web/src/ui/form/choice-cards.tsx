import type { ReactNode } from 'react'
import classes from './choice-cards.module.css'

interface ChoiceCardsProps<V extends string> {
  name: string
  label: ReactNode
  value: V | null | undefined
  options: readonly { value: V; title: string; text: string }[]
  onChange: (value: V) => void
  disabled?: boolean
  /** Larger cards whose label is for screen readers only, because the page's heading shows it. */
  isLarge?: boolean
}

/** One choice of a few, each with what it means. */
export function ChoiceCards<V extends string>({
  name,
  label,
  value,
  options,
  onChange,
  disabled = false,
  isLarge = false,
}: ChoiceCardsProps<V>) {
  return (
    <fieldset className={classes.choices} data-large={isLarge || undefined} disabled={disabled}>
      <legend className={classes.legend}>{label}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className={classes.choice}
          data-chosen={option.value === value || undefined}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span className={classes.name}>{option.title}</span>
            <span className={classes.text}>{option.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
