import { FOLDER_COLORS, type Item } from '@coffer/contract/items'
import { Button, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { FolderIcon } from '../../ui/folder-icon.tsx'
import { editedValues } from '../../ui/form/typed-since.ts'
import classes from './dialog.module.css'
import { EmojiChoice } from './emoji-choice.tsx'
import { useNameForm } from './use-name-form.ts'

export interface FolderAppearance {
  name: string
  emoji: string | null
  color: string | null
}

interface FolderDialogProps {
  /** The folder to change; null for a new one. */
  folder: Item | null
  /**
   * Resolves with the server's error message, or null.
   * @param edited the part that differs from the folder, so that the rest keeps what others changed
   */
  onSave: (
    appearance: FolderAppearance,
    edited: Partial<FolderAppearance>,
  ) => Promise<string | null>
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

/** Edits the name, emoji and colour of a folder. */
export function FolderDialog(props: FolderDialogProps) {
  const { t } = useTranslation()
  const { folder, onClose } = props
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(folder ? 'files.folder_appearance' : 'files.new_folder')}
      size={460}
    >
      <FolderForm {...props} />
    </Modal>
  )
}

function FolderForm({ folder, onSave, onClose, children }: FolderDialogProps) {
  const { t } = useTranslation()
  const [start] = useState<FolderAppearance>({
    name: folder?.attributes.name ?? t('files.new_folder_name'),
    emoji: folder?.attributes.emoji ?? null,
    color: folder?.attributes.color ?? null,
  })
  const [appearance, setAppearance] = useState(start)
  const save = () => onSave(appearance, editedValues(start, appearance))
  const { message, busy, clearMessage, submit } = useNameForm(appearance.name, save, onClose)
  const change = (change: Partial<FolderAppearance>) =>
    setAppearance(before => ({ ...before, ...change }))
  return (
    <form onSubmit={event => void submit(event)}>
      <div className={classes.preview}>
        <FolderIcon color={appearance.color} emoji={appearance.emoji} size={52} />
        <TextInput
          label={t('files.name')}
          value={appearance.name}
          maxLength={255}
          error={message}
          data-autofocus
          onFocus={event => event.target.select()}
          onChange={event => {
            change({ name: event.target.value })
            clearMessage()
          }}
        />
      </div>
      <ColorChoice value={appearance.color} onChange={color => change({ color })} />
      <EmojiChoice value={appearance.emoji} onChange={emoji => change({ emoji })} />
      {children}
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={busy}>
          {t(folder ? 'files.save' : 'files.create')}
        </Button>
      </DialogButtons>
    </form>
  )
}

interface ChoiceProps {
  value: string | null
  onChange: (value: string | null) => void
}

function ColorChoice({ value, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <Choices title={t('files.color')}>
      {FOLDER_COLORS.map((color, index) => (
        <Choice
          key={color}
          group="color"
          label={t('files.color_number', { number: index + 1 })}
          isOn={(value ?? FOLDER_COLORS[0]) === color}
          onChoose={() => onChange(color)}
        >
          <span className={classes.dot} style={{ background: color }} />
        </Choice>
      ))}
    </Choices>
  )
}

function Choices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      <div className={classes.choices}>{children}</div>
    </fieldset>
  )
}

interface ChoiceItemProps {
  group: string
  label: string
  isOn: boolean
  onChoose: () => void
  children: ReactNode
}

function Choice({ group, label, isOn, onChoose, children }: ChoiceItemProps) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={group} aria-label={label} checked={isOn} onChange={onChoose} />
      {children}
    </label>
  )
}
