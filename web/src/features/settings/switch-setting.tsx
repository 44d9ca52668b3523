import { useId } from 'react'
import switchClasses from '../../ui/form/switch-row.module.css'
import classes from './setting-field.module.css'
import { FieldLabel, FieldNotes, type FieldProps } from './setting-field.tsx'
import { useSetting } from './settings-form-context.ts'

/** A setting that is on or off. */
export function SwitchSetting({ name, help }: FieldProps) {
  const { label, value, setValue, isChanged, isReadOnly, error } = useSetting<boolean>(name)
  const id = useId()
  return (
    <div className={classes.switchRow}>
      <div className={classes.switchTexts}>
        <label htmlFor={id} className={classes.switchLabel}>
          <FieldLabel isChanged={isChanged}>{label}</FieldLabel>
        </label>
        <FieldNotes id={`${id}-notes`} name={name} help={help} />
        {error && <p role="alert">{error}</p>}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={value === true}
        aria-describedby={`${id}-notes`}
        className={switchClasses.switch}
        disabled={isReadOnly}
        checked={value === true}
        onChange={event => setValue(event.currentTarget.checked)}
      />
    </div>
  )
}
