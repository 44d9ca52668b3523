import { AVATAR_MAX_BYTES, AVATAR_TYPES } from '@coffer/contract/avatar'
import { Button, VisuallyHidden } from '@mantine/core'
import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useUser } from './account.api.ts'
import classes from './avatar-choice.module.css'
import { useAvatar } from './avatars.api.ts'

const AVATAR_PX = 88

/** The user's avatar and how to change it. */
export function AvatarChoice() {
  const { t } = useTranslation()
  const format = useFormat()
  const { attributes } = useUser()
  const { put, remove } = useAvatar()
  const [tooLarge, setTooLarge] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const limit = format.bytes(AVATAR_MAX_BYTES)
  const clearFailure = () => {
    setTooLarge(false)
    put.reset()
    remove.reset()
  }
  const choose = (file: File | undefined) => {
    if (!file) return
    clearFailure()
    // Check the size here, because browsers hide a response that arrives during the upload.
    setTooLarge(file.size > AVATAR_MAX_BYTES)
    if (file.size <= AVATAR_MAX_BYTES) put.mutate(file)
  }
  const removeAvatar = () => {
    clearFailure()
    remove.mutate()
  }
  const failure = tooLarge ? t('avatar.too_large', { limit }) : messageOf(put.error ?? remove.error)
  return (
    <div className={classes.choice}>
      <Avatar person={attributes} size={AVATAR_PX} />
      <div className={classes.side}>
        <h2 className={classes.name}>{attributes.name}</h2>
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<ImageUp size={16} strokeWidth={1.75} aria-hidden />}
            loading={put.isPending}
            onClick={() => input.current?.click()}
          >
            {t(attributes.avatar ? 'avatar.change' : 'avatar.add')}
          </Button>
          {attributes.avatar && (
            <Button
              variant="subtle"
              leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              loading={remove.isPending}
              disabled={put.isPending}
              onClick={removeAvatar}
            >
              {t('avatar.remove')}
            </Button>
          )}
        </div>
        <p className={classes.hint}>{t('avatar.hint', { limit })}</p>
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
        <VisuallyHidden role="status">{put.isSuccess && t('avatar.changed')}</VisuallyHidden>
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

  function messageOf(error: Error | null): string | null {
    if (!error) return null
    const problem = error instanceof ApiError ? error.problem : null
    return problem?.detail ?? t('popup_error.message')
  }
}
