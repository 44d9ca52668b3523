import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { DialogButtons } from './dialog-buttons.tsx'
import classes from './dialog-form.module.css'
import { FormFailure } from './form/form-failure.tsx'

interface DialogFormProps {
  text: string
  confirm: string
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
  const { text, confirm, isDanger = false, submit, busy, failure, onClose, children } = props
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <p className={classes.lead}>{text}</p>
      {children}
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={busy} {...(isDanger && { color: 'danger' })}>
          {confirm}
        </Button>
      </DialogButtons>
    </form>
  )
}
