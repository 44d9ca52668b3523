import { TextInput, type TextInputProps } from '@mantine/core'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { useStable } from '../../lib/use-stable.ts'
import { createAutoSave, isWorthSaving, type SaveState } from './auto-save.ts'
import { saveFailureText, saveFailureToast } from './save-failure.ts'
import classes from './saved-input.module.css'

interface SavedInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  /** The field name in the API, used to find its validation errors. */
  name: string
  label: string
  /** The saved value. */
  value: string
  save: (value: string) => Promise<unknown>
  /** Whether an empty value can be saved. */
  canBeEmpty?: boolean
}

/** APP-22: a field without a button, saved once typing pauses. */
export function SavedInput({ name, value, save, canBeEmpty = false, ...input }: SavedInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [state, setState] = useState<SaveState>({ status: 'rest' })
  const isMounted = useIsMounted()
  const onChange = useStable((next: SaveState) => {
    if (isMounted.current) setState(next)
    else if (next.status === 'failed') saveFailureToast(next.error, name, input.label)
  })
  const [autoSave] = useState(() => createAutoSave({ save, isForced: canBeEmpty, onChange }))
  const onBlur = () => {
    void autoSave.finish()
    // A value that is not saved is not shown any longer.
    if (!isWorthSaving(typed, canBeEmpty)) setTyped(null)
  }
  return (
    <TextInput
      {...input}
      name={name}
      value={typed ?? value}
      onChange={event => {
        setTyped(event.currentTarget.value)
        autoSave.type(event.currentTarget.value)
      }}
      onBlur={onBlur}
      error={
        state.status === 'failed' && (
          <Failure name={name} error={state.error} retry={autoSave.retry} />
        )
      }
      rightSection={<SaveStatus status={state.status} />}
      rightSectionWidth={state.status === 'saving' || state.status === 'saved' ? 92 : 12}
      rightSectionPointerEvents="none"
    />
  )
}

function SaveStatus({ status }: Pick<SaveState, 'status'>) {
  const { t } = useTranslation()
  return (
    <span role="status" className={classes.status}>
      {status === 'saving' && t('auto_save.saving')}
      {status === 'saved' && (
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
  return (
    <span role="alert" className={classes.failure}>
      {saveFailureText(error, name)}
      <button type="button" className={classes.retry} onClick={retry}>
        {t('auto_save.retry')}
      </button>
    </span>
  )
}
