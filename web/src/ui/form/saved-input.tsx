import { TextInput, type TextInputProps } from '@mantine/core'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { createAutoSave, isWorthSaving, type Saving } from './auto-save.ts'
import classes from './saved-input.module.css'

interface SavedInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  /** As the server calls it: its faults are told by that name. */
  name: string
  label: string
  /** What is saved. */
  value: string
  save: (value: string) => Promise<unknown>
  /** Whether empty is a value too. */
  mayBeEmpty?: boolean
}

/** Spec §5, text auto-save: there is no button; what is typed is saved once typing rests. */
export function SavedInput({ name, value, save, mayBeEmpty = false, ...input }: SavedInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [state, setState] = useState<Saving>({ at: 'rest' })
  const [auto] = useState(() => createAutoSave({ save, isForced: mayBeEmpty, onChange: setState }))
  const leave = () => {
    void auto.finish()
    // What is not saved is not kept up as if it were.
    if (!isWorthSaving(typed, mayBeEmpty)) setTyped(null)
  }
  return (
    <TextInput
      {...input}
      name={name}
      value={typed ?? value}
      onChange={event => {
        setTyped(event.currentTarget.value)
        auto.type(event.currentTarget.value)
      }}
      onBlur={leave}
      error={
        state.at === 'failed' && <Failure name={name} error={state.error} retry={auto.retry} />
      }
      rightSection={<Standing at={state.at} />}
      rightSectionWidth={state.at === 'saving' || state.at === 'saved' ? 92 : 12}
      rightSectionPointerEvents="none"
    />
  )
}

function Standing({ at }: Pick<Saving, 'at'>) {
  const { t } = useTranslation()
  return (
    <span role="status" className={classes.standing}>
      {at === 'saving' && t('auto_save.saving')}
      {at === 'saved' && (
        <>
          <Check size={14} strokeWidth={2} aria-hidden />
          {t('auto_save.saved')}
        </>
      )}
    </span>
  )
}

interface FailureProps {
  name: string
  error: unknown
  retry: () => void
}

function Failure({ name, error, retry }: FailureProps) {
  const { t } = useTranslation()
  const problem = error instanceof ApiError ? error.problem : null
  const words = fieldErrorsOf(error)[name] ?? problem?.message ?? t('popup_error.message')
  return (
    <span role="alert" className={classes.failure}>
      {words}
      <button type="button" className={classes.retry} onClick={retry}>
        {t('auto_save.retry')}
      </button>
    </span>
  )
}
