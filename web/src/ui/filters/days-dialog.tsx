import { Button, Modal, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayRange } from '../../lib/day-range.ts'
import { DialogButtons } from '../dialog-buttons.tsx'
import classes from './fields.module.css'

interface DaysDialogProps extends DayRange {
  title: string
  onChoose: (range: DayRange) => void
  onClose: () => void
}

/** Asks for the first and the last day; either may be empty. */
export function DaysDialog({ title, from = '', to = '', onChoose, onClose }: DaysDialogProps) {
  const { t } = useTranslation()
  const [range, setRange] = useState({ from, to })
  const [hasError, setHasError] = useState(false)
  const isReversed = range.from !== '' && range.to !== '' && range.from > range.to
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setHasError(isReversed)
    // The browser reports a date that is only partly typed.
    if (isReversed || !event.currentTarget.reportValidity()) return
    onChoose({ from: range.from || undefined, to: range.to || undefined })
    onClose()
  }
  const field = (name: keyof typeof range) => ({
    type: 'date',
    label: t(`filter.${name}`),
    value: range[name],
    // Prevents years with more than four digits.
    max: '9999-12-31',
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      setRange(before => ({ ...before, [name]: value }))
      setHasError(false)
    },
  })
  return (
    <Modal opened onClose={onClose} title={title} size={400}>
      <form onSubmit={submit} noValidate>
        <div className={classes.fields}>
          <TextInput {...field('from')} data-autofocus />
          <TextInput {...field('to')} error={hasError && t('filter.days_reversed')} />
        </div>
        <DialogButtons onCancel={onClose}>
          <Button type="submit">{t('filter.apply')}</Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
