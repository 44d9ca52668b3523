import { AVATAR_MAX_BYTES, AVATAR_TYPES } from '@coffer/contract/avatar'
import { Button } from '@mantine/core'
import { ImageUp, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/use-format.ts'
import classes from './avatar-chooser.module.css'

interface AvatarChooserProps {
  /** The current picture. */
  picture: ReactNode
  /** Above the buttons. */
  heading?: ReactNode
  /** Below the buttons. */
  hint?: string
  hasAvatar: boolean
  isSaving?: boolean
  isRemoving?: boolean
  failure: string | null
  onChoose: (file: File) => void
  onRemove: () => void
  /** Called when another picture is chosen or the current one removed, also if it is too large. */
  onChange?: () => void
}

/** A person's picture with the buttons to choose another one or to remove it. */
export function AvatarChooser(props: AvatarChooserProps) {
  const { picture, heading, hint, hasAvatar, isSaving = false, isRemoving = false, failure } = props
  const { t } = useTranslation()
  const format = useFormat()
  const [isTooLarge, setTooLarge] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const choose = (file: File | undefined) => {
    if (!file) return
    props.onChange?.()
    // Checked here, because browsers hide a response that arrives during the upload.
    setTooLarge(file.size > AVATAR_MAX_BYTES)
    if (file.size <= AVATAR_MAX_BYTES) props.onChoose(file)
  }
  const remove = () => {
    props.onChange?.()
    setTooLarge(false)
    props.onRemove()
  }
  return (
    <div className={classes.chooser}>
      {picture}
      <div className={classes.side}>
        {heading}
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<ImageUp size={16} strokeWidth={1.75} aria-hidden />}
            loading={isSaving}
            onClick={() => input.current?.click()}
          >
            {t(hasAvatar ? 'avatar.change' : 'avatar.add')}
          </Button>
          {hasAvatar && (
            <Button
              variant="subtle"
              leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              loading={isRemoving}
              disabled={isSaving}
              onClick={remove}
            >
              {t('avatar.remove')}
            </Button>
          )}
        </div>
        {hint && <p className={classes.hint}>{hint}</p>}
        <p role="alert" className={classes.failure}>
          {isTooLarge ? t('avatar.too_large', { limit: format.bytes(AVATAR_MAX_BYTES) }) : failure}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={AVATAR_TYPES.join(',')}
        aria-label={t('avatar.add')}
        onChange={event => {
          choose(event.currentTarget.files?.[0])
          // Allows selecting the same file again.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
