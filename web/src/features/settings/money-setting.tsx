import { parseMoney, toTypedMoney } from '@coffer/contract/money'
import { TextInput } from '@mantine/core'
import { useFormat } from '../../lib/use-format.ts'
import { isNumber, unitSection, useTyped } from './number-settings.tsx'
import classes from './setting-field.module.css'
import { FieldNotes, type FieldProps, useFieldProps } from './setting-field.tsx'
import { useSetting } from './settings-form-context.ts'

interface MoneySettingProps extends FieldProps {
  currency: string
}

/** An amount in minor units, typed in the major unit of its currency. */
export function MoneySetting({ name, help, currency }: MoneySettingProps) {
  const { locale } = useFormat()
  const { value, setValue } = useSetting<number>(name)
  const field = useFieldProps(name)
  const read = (text: string) => parseMoney(text, currency, locale)?.amount ?? Number.NaN
  const [typed, setTyped] = useTyped(value, read)
  return (
    <div className={classes.field}>
      <TextInput
        autoComplete="off"
        inputMode="decimal"
        {...field.input}
        {...unitSection(currency)}
        aria-describedby={field.notesId}
        value={typed ?? (isNumber(value) ? toTypedMoney({ amount: value, currency }, locale) : '')}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text)
          setValue(read(text))
        }}
      />
      <FieldNotes id={field.notesId} name={name} help={help} />
    </div>
  )
}
