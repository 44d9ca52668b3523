import { putUserAvatar, removeUserAvatar } from '@coffer/contract/admin-user-access'
import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Avatar, type Person } from '../../ui/avatar.tsx'
import { AvatarChooser } from '../../ui/avatar-chooser.tsx'
import { useCall } from '../../ui/form/use-call.ts'
import { refetchUsers } from './user-calls.ts'

const AVATAR_PX = 52

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
      picture={<Avatar person={user.attributes} size={AVATAR_PX} />}
      hasAvatar={user.attributes.avatar !== null}
      isSaving={busy}
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
  const pictured = url ? { ...person, avatar: { xs: url, sm: url, md: url } } : person
  return (
    <AvatarChooser
      picture={<Avatar person={pictured} size={AVATAR_PX} />}
      hasAvatar={file !== null}
      failure={null}
      onChoose={onChange}
      onRemove={() => onChange(null)}
    />
  )
}
