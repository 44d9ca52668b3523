import { Input, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  bytesOf,
  numberOf,
  type SizeUnit,
  sizeIn,
  toBytes,
  toTypedNumber,
  unitFor,
} from '../../lib/sizes.ts'
import { useFormat } from '../../lib/use-format.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import classes from './setting-field.module.css'
import { FieldNotes, type FieldProps, useFieldProps } from './setting-field.tsx'
import { useForm, useSetting } from './settings-form-context.ts'

/** Keeps what is typed while it stands for the draft, and follows the saved value otherwise. */
export function useTyped(value: number | null | undefined, read: (typed: string) => number) {
  const [typed, setTyped] = useState<string | null>(null)
  const isCurrent = typed !== null && Object.is(read(typed), value)
  return [isCurrent ? typed : null, setTyped] as const
}

/** Shows the unit at the end of an input. */
export const unitSection = (unit: string) => ({
  rightSection: <span className={classes.help}>{unit}</span>,
  rightSectionWidth: unit.length * 7 + 22,
  rightSectionPointerEvents: 'none' as const,
})

interface NumberSettingProps extends FieldProps {
  /** Said below the field for the current value, such as what 0 means. */
  meaning?: (value: number) => ReactNode
  unit?: string
}

/** A whole number with its unit. */
export function NumberSetting({ name, help, meaning, unit }: NumberSettingProps) {
  const { locale } = useFormat()
  const { value, setValue } = useSetting<number>(name)
  const field = useFieldProps(name)
  const [typed, setTyped] = useTyped(value, text => numberOf(text, locale))
  return (
    <div className={classes.field}>
      <TextInput
        autoComplete="off"
        inputMode="numeric"
        {...field.input}
        aria-describedby={field.notesId}
        value={typed ?? (isNumber(value) ? toTypedNumber(value, locale) : '')}
        {...(unit !== undefined && unitSection(unit))}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text)
          setValue(numberOf(text, locale))
        }}
      />
      <FieldNotes
        id={field.notesId}
        name={name}
        help={(meaning && isNumber(value) && meaning(value)) || help}
      />
    </div>
  )
}

interface SizeSettingProps extends FieldProps {
  units: readonly SizeUnit[]
  meaning?: (bytes: number) => ReactNode
}

/** A size, typed in the unit that the user chooses. */
export function SizeSetting({ name, help, units, meaning }: SizeSettingProps) {
  const { t } = useTranslation()
  const { labelOf } = useForm()
  const { locale } = useFormat()
  const { value, setValue } = useSetting<number>(name)
  const field = useFieldProps(name)
  const [chosen, setChosen] = useState<SizeUnit | null>(null)
  const unit = chosen ?? unitFor(value ?? 0, units)
  const [typed, setTyped] = useTyped(value, text => bytesOf(text, unit, locale))
  const { label, error, ...input } = field.input
  return (
    <div className={classes.field}>
      <Input.Wrapper label={label} error={error} labelProps={{ htmlFor: field.notesId + name }}>
        <div className={classes.pair}>
          <TextInput
            autoComplete="off"
            inputMode="decimal"
            {...input}
            id={field.notesId + name}
            error={error !== null}
            aria-describedby={field.notesId}
            value={typed ?? (isNumber(value) ? toTypedNumber(sizeIn(value, unit), locale) : '')}
            onChange={({ currentTarget: { value: text } }) => {
              setChosen(unit)
              setTyped(text)
              setValue(bytesOf(text, unit, locale))
            }}
          />
          {units.length > 1 ? (
            <SelectInput
              className={classes.unit}
              aria-label={t('admin_settings.unit_of', { label: labelOf(name) })}
              disabled={input.disabled}
              data={[...units]}
              value={unit}
              onChange={({ currentTarget: { value: next } }) => {
                const nextUnit = next as SizeUnit
                setChosen(nextUnit)
                if (isNumber(value)) setValue(toBytes(sizeIn(value, unit), nextUnit))
              }}
            />
          ) : (
            <span className={classes.help}>{unit}</span>
          )}
        </div>
      </Input.Wrapper>
      <FieldNotes
        id={field.notesId}
        name={name}
        help={(meaning && isNumber(value) && meaning(value)) || help}
      />
    </div>
  )
}

export const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && !Number.isNaN(value)
