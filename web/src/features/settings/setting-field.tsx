import type { SettingName } from '@coffer/contract/setting-values'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { variableOf } from './environment-variables.ts'
import { OriginNote } from './origin-note.tsx'
import classes from './setting-field.module.css'
import { useSetting } from './settings-form-context.ts'

export interface FieldProps {
  name: SettingName
  /** A sentence below the field. */
  help?: ReactNode
}

/** A label, with the dot of an unsaved change. */
export function FieldLabel({ isChanged, children }: { isChanged: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <span className={classes.label}>
      {children}
      {isChanged && (
        <span className={classes.dot} role="img" aria-label={t('admin_settings.changed')} />
      )}
    </span>
  )
}

/** A sentence that belongs to a control. */
export const HelpText = ({ children }: { children: ReactNode }) => (
  <p className={`${classes.help} ${classes.hint}`}>{children}</p>
)

/** The help and the origin of a setting, below its field. */
export function FieldNotes({ name, help, id }: FieldProps & { id?: string }) {
  const { state } = useSetting(name)
  return (
    <div id={id} className={classes.notes}>
      {help && <span className={classes.help}>{help}</span>}
      <OriginNote state={state} variable={variableOf(name)} />
    </div>
  )
}

/** The attributes that every input of a setting has. */
export function useFieldProps(name: SettingName) {
  const { label, error, isChanged, isReadOnly, check } = useSetting(name)
  const notesId = useId()
  return {
    notesId,
    input: {
      name,
      label: <FieldLabel isChanged={isChanged}>{label}</FieldLabel>,
      error,
      disabled: isReadOnly,
      onBlur: check,
    },
  }
}
