import { type ReactNode, useId } from 'react'
import classes from './switch-line.module.css'

interface SwitchLineProps {
  label: string
  text?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Something that is on or off, with what that means. */
export function SwitchLine({ label, text, isOn, onChange }: SwitchLineProps) {
  const id = useId()
  return (
    <div className={classes.line}>
      <label className={classes.words}>
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
