import type { SettingName } from '@coffer/contract/setting-values'
import { Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { SelectInput } from '../../ui/form/select-input.tsx'
import classes from './setting-field.module.css'
import { FieldNotes, type FieldProps, useFieldProps } from './setting-field.tsx'
import { useSetting } from './settings-form-context.ts'

interface TextSettingProps extends FieldProps {
  /** The value of an empty field. */
  emptyValue?: '' | null
  input?: TextInputProps
}

function useTextInput(name: SettingName, emptyValue: '' | null) {
  const { value, setValue } = useSetting<string>(name)
  const field = useFieldProps(name)
  return {
    ...field.input,
    'aria-describedby': field.notesId,
    value: value ?? '',
    onChange: ({ currentTarget: { value: typed } }: { currentTarget: { value: string } }) =>
      setValue(typed === '' ? emptyValue : typed),
  }
}

/** A setting of one line. */
export function TextSetting({ name, help, emptyValue = null, input }: TextSettingProps) {
  const field = useTextInput(name, emptyValue)
  return (
    <div className={classes.field}>
      <TextInput autoComplete="off" {...field} {...input} />
      <FieldNotes id={field['aria-describedby']} name={name} help={help} />
    </div>
  )
}

interface TextAreaSettingProps extends Omit<TextSettingProps, 'input'> {
  rows?: number
}

/** A setting of several lines. */
export function TextAreaSetting({ name, help, emptyValue = null, rows = 3 }: TextAreaSettingProps) {
  const field = useTextInput(name, emptyValue)
  return (
    <div className={classes.field}>
      <Textarea {...field} rows={rows} />
      <FieldNotes id={field['aria-describedby']} name={name} help={help} />
    </div>
  )
}

interface SelectSettingProps extends FieldProps {
  /** An empty value stands for null. */
  options: readonly { value: string; label: string }[]
  /** Turns the chosen option into the value of the setting. */
  read?: (chosen: string) => unknown
}

/** A choice from a list. */
export function SelectSetting({
  name,
  help,
  options,
  read = chosen => chosen,
}: SelectSettingProps) {
  const { value, setValue } = useSetting<unknown>(name)
  const field = useFieldProps(name)
  return (
    <div className={classes.field}>
      <SelectInput
        {...field.input}
        aria-describedby={field.notesId}
        data={[...options]}
        value={value === null || value === undefined ? '' : String(value)}
        onChange={({ currentTarget: { value: chosen } }) =>
          setValue(chosen === '' ? null : read(chosen))
        }
      />
      <FieldNotes id={field.notesId} name={name} help={help} />
    </div>
  )
}

const wordsOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

/** A list of words, typed with commas between them. */
export function ListSetting({ name, help, input }: TextSettingProps) {
  const { value, setValue } = useSetting<string[]>(name)
  const field = useFieldProps(name)
  const [typed, setTyped] = useState('')
  const words = value ?? []
  const isCurrent = wordsOf(typed).join() === words.join()
  return (
    <div className={classes.field}>
      <TextInput
        autoComplete="off"
        {...field.input}
        {...input}
        aria-describedby={field.notesId}
        value={isCurrent ? typed : words.join(', ')}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text)
          setValue(wordsOf(text))
        }}
      />
      <FieldNotes id={field.notesId} name={name} help={help} />
    </div>
  )
}
