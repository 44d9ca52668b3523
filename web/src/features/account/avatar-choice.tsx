import { AVATAR_MAX_BYTES } from '@coffer/contract/avatar'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { AvatarChooser } from '../../ui/avatar-chooser.tsx'
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
  const clearFailure = () => {
    put.reset()
    remove.reset()
  }
  return (
    <div className={classes.choice}>
      <AvatarChooser
        picture={<Avatar person={attributes} size={AVATAR_PX} />}
        heading={<h2 className={classes.name}>{attributes.name}</h2>}
        hint={t('avatar.hint', { limit: format.bytes(AVATAR_MAX_BYTES) })}
        hasAvatar={attributes.avatar !== null}
        isSaving={put.isPending}
        isRemoving={remove.isPending}
        failure={messageOf(put.error ?? remove.error)}
        onChange={clearFailure}
        onChoose={file => put.mutate(file)}
        onRemove={() => remove.mutate()}
      />
      <VisuallyHidden role="status">{put.isSuccess && t('avatar.changed')}</VisuallyHidden>
    </div>
  )

  function messageOf(error: Error | null): string | null {
    if (!error) return null
    const problem = error instanceof ApiError ? error.problem : null
    return problem?.detail ?? t('popup_error.message')
  }
}
