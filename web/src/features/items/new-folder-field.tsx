import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './new-folder-field.module.css'
import { useNameForm } from './use-name-form.ts'

interface NewFolderFieldProps {
  /** The name of the parent folder. */
  folder: string
  /** Resolves with the server's error message, or null. */
  onSave: (name: string) => Promise<string | null>
  onClose: () => void
}

/** A field for the name of a new folder within a dialog. */
export function NewFolderField({ folder, onSave, onClose }: NewFolderFieldProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(t('files.new_folder_name'))
  const { message, busy, clearMessage, submit } = useNameForm(name, () => onSave(name), onClose)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Keeps the surrounding dialog open.
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <form className={classes.form} onSubmit={event => void submit(event)} onKeyDown={onKeyDown}>
      <TextInput
        className={classes.field}
        aria-label={t('actions.new_folder_in', { folder })}
        value={name}
        maxLength={255}
        error={message}
        autoFocus
        data-mantine-stop-propagation
        onFocus={event => event.target.select()}
        onChange={event => {
          setName(event.target.value)
          clearMessage()
        }}
      />
      <Button type="submit" variant="default" loading={busy}>
        {t('files.create')}
      </Button>
    </form>
  )
}
