import type { HomepageText } from '@coffer/contract/homepage'
import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './setting-field.module.css'
import { FieldLabel, FieldNotes, useFieldProps } from './setting-field.tsx'
import { useForm } from './settings-form-context.ts'

interface LocalizedSettingProps {
  name: HomepageText
  /** The language whose text is edited. */
  locale: string
  /** The text that comes with the product. */
  placeholder: string
  isLong?: boolean
}

/** A setting with one text per language. An empty text stands for the default one. */
export function LocalizedSetting({ name, locale, placeholder, isLong }: LocalizedSettingProps) {
  const { i18n } = useTranslation()
  const form = useForm()
  const text = form.textOf(name, locale)
  const field = useFieldProps(name)
  const props = {
    ...field.input,
    label: <FieldLabel isChanged={text.isChanged}>{form.labelOf(name)}</FieldLabel>,
    error: text.error,
    onBlur: text.check,
    'aria-describedby': field.notesId,
    value: text.value,
    placeholder,
    lang: locale,
    dir: i18n.dir(locale),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      text.setValue(currentTarget.value),
  }
  return (
    <div className={classes.field}>
      {isLong ? <Textarea {...props} autosize minRows={2} maxRows={8} /> : <TextInput {...props} />}
      <FieldNotes id={field.notesId} name={name} />
    </div>
  )
}
