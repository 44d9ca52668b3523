import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { DialogButtons } from './dialog-buttons.tsx'
import classes from './dialog-form.module.css'
import { useKeepOpen } from './dialog-state.ts'
import { FormFailure } from './form/form-failure.tsx'

interface DialogFormProps {
  text: string
  confirm: string
  cancel?: string | undefined
  isDanger?: boolean
  /** These three come from `useFormCall`. */
  submit: (event?: FormEvent<HTMLFormElement>) => void
  busy: boolean
  failure: string | null
  onClose: () => void
  children: ReactNode
}

/** The form of a dialog: its text, fields, failure and buttons. */
export function DialogForm(props: DialogFormProps) {
  const { text, confirm, cancel, isDanger = false, submit, busy, failure, onClose } = props
  useKeepOpen(busy)
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <p className={classes.lead}>{text}</p>
      {props.children}
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={onClose} cancel={cancel}>
        <Button type="submit" loading={busy} {...(isDanger && { color: 'danger' })}>
          {confirm}
        </Button>
      </DialogButtons>
    </form>
  )
}
