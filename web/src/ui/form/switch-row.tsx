import { type ReactNode, useId } from 'react'
import classes from './switch-row.module.css'

interface SwitchRowProps {
  label: ReactNode
  text?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A switch with a description. */
export function SwitchRow({ label, text, isOn, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div>
      <label className={classes.texts}>
        <span className={classes.label}>{label}</span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          aria-describedby={text ? id : undefined}
          className={classes.switch}
          checked={isOn}
          onChange={event => onChange(event.currentTarget.checked)}
        />
      </label>
      {text && (
        <p id={id} className={classes.text}>
          {text}
        </p>
      )}
    </div>
  )
}
