import { Button, Modal, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../dialog-buttons.tsx'
import classes from './fields.module.css'

interface ValueRange {
  min: number | undefined
  max: number | undefined
}

interface RangeDialogProps extends ValueRange {
  title: string
  /** The unit of the fields, such as GB, and its value. */
  unit: string
  scale: number
  onChoose: (range: ValueRange) => void
  onClose: () => void
}

/** Asks for the smallest and the largest value; either may be empty. */
export function RangeDialog(props: RangeDialogProps) {
  const { title, unit, scale, min, max, onChoose, onClose } = props
  const { t } = useTranslation()
  const shown = (value: number | undefined) => (value === undefined ? '' : String(value / scale))
  const [range, setRange] = useState({ min: shown(min), max: shown(max) })
  const [hasError, setHasError] = useState(false)
  const value = (text: string) => (text === '' ? undefined : Math.round(Number(text) * scale))
  const chosen = { min: value(range.min), max: value(range.max) }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const isReversed = (chosen.min ?? 0) > (chosen.max ?? Number.POSITIVE_INFINITY)
    setHasError(isReversed)
    if (isReversed || !event.currentTarget.reportValidity()) return
    onChoose(chosen)
    onClose()
  }
  const field = (name: keyof typeof range) => ({
    type: 'number',
    inputMode: 'decimal' as const,
    min: 0,
    step: 'any',
    label: t(`filter.${name}`, { unit }),
    value: range[name],
    onChange: ({ currentTarget: { value: text } }: ChangeEvent<HTMLInputElement>) => {
      setRange(before => ({ ...before, [name]: text }))
      setHasError(false)
    },
  })
  return (
    <Modal opened onClose={onClose} title={title} size={400}>
      <form onSubmit={submit} noValidate>
        <div className={classes.fields}>
          <TextInput {...field('min')} data-autofocus />
          <TextInput {...field('max')} error={hasError && t('filter.range_reversed')} />
        </div>
        <DialogButtons onCancel={onClose}>
          <Button type="submit">{t('filter.apply')}</Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
