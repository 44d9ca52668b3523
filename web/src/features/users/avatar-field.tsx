import { putUserAvatar, removeUserAvatar } from '@coffer/contract/admin-user-access'
import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { AVATAR_MAX_BYTES, AVATAR_TYPES } from '@coffer/contract/avatar'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Avatar, type Person } from '../../ui/avatar.tsx'
import { useCall } from '../../ui/form/use-call.ts'
import classes from './avatar-field.module.css'
import { refetchUsers } from './user-calls.ts'

/** The picture of a user; a change is saved immediately. */
export function AvatarField({ user }: { user: AdminUserDetail }) {
  const queries = useQueryClient()
  const { run, busy, failure } = useCall()
  const params = { id: user.id }
  const change = (call: () => Promise<unknown>) =>
    void run(async () => {
      await call()
      await refetchUsers(queries)
    })
  return (
    <AvatarChooser
      person={user.attributes}
      hasAvatar={user.attributes.avatar !== null}
      busy={busy}
      failure={failure}
      onChoose={avatar => change(() => api(putUserAvatar, { params, body: { avatar } }))}
      onRemove={() => change(() => api(removeUserAvatar, { params }))}
    />
  )
}

interface ChosenAvatarProps {
  person: Person
  file: File | null
  onChange: (file: File | null) => void
}

/** The picture of a user who is not created yet. */
export function ChosenAvatar({ person, file, onChange }: ChosenAvatarProps) {
  const url = useObjectUrl(file)
  return (
    <AvatarChooser
      person={url ? { ...person, avatar: { xs: url, sm: url, md: url } } : person}
      hasAvatar={file !== null}
      busy={false}
      failure={null}
      onChoose={onChange}
      onRemove={() => onChange(null)}
    />
  )
}

interface AvatarChooserProps {
  person: Person
  hasAvatar: boolean
  busy: boolean
  failure: string | null
  onChoose: (file: File) => void
  onRemove: () => void
}

function AvatarChooser(props: AvatarChooserProps) {
  const { person, hasAvatar, busy, failure, onChoose, onRemove } = props
  const { t } = useTranslation()
  const format = useFormat()
  const [isTooLarge, setTooLarge] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const limit = format.bytes(AVATAR_MAX_BYTES)
  return (
    <div className={classes.field}>
      <Avatar person={person} size={52} />
      <div>
        <div className={classes.buttons}>
          <Button
            variant="default"
            loading={busy}
            leftSection={<ImageUp size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t(hasAvatar ? 'avatar.change' : 'avatar.add')}
          </Button>
          {hasAvatar && (
            <Button
              variant="subtle"
              disabled={busy}
              leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={onRemove}
            >
              {t('avatar.remove')}
            </Button>
          )}
        </div>
        <p className={classes.failure} role="alert">
          {isTooLarge ? t('avatar.too_large', { limit }) : failure}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={AVATAR_TYPES.join(',')}
        aria-label={t('avatar.add')}
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (!file) return
          setTooLarge(file.size > AVATAR_MAX_BYTES)
          if (file.size <= AVATAR_MAX_BYTES) onChoose(file)
        }}
      />
    </div>
  )
}
