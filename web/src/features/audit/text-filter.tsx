import { Button, Menu, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChip } from '../../ui/filters/filter-chip.tsx'
import classes from './audit.module.css'

interface TextFilterProps {
  label: string
  value: string | undefined
  /** The text on the chip instead of the value. */
  shownAs?: string | undefined
  onChoose: (value: string | undefined) => void
}

/** A filter by an exact text, such as an IP address. */
export function TextFilter({ label, value, shownAs, onChoose }: TextFilterProps) {
  return (
    <FilterChip
      label={label}
      value={value && (shownAs ?? value)}
      onClear={() => onChoose(undefined)}
    >
      <Menu.Dropdown>
        <TextForm key={value} label={label} value={value ?? ''} onChoose={onChoose} />
      </Menu.Dropdown>
    </FilterChip>
  )
}

interface TextFormProps {
  label: string
  value: string
  onChoose: (value: string | undefined) => void
}

function TextForm({ label, value, onChoose }: TextFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChoose(text.trim() || undefined)
  }
  return (
    <form className={classes.options} onSubmit={submit}>
      <TextInput
        label={label}
        value={text}
        maxLength={100}
        onChange={event => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Button type="submit" size="xs" mt={8} fullWidth>
        {t('filter.apply')}
      </Button>
    </form>
  )
}
