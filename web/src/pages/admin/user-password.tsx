import { useParams } from '@tanstack/react-router'
import { AccessCards } from '../../features/users/access-cards.tsx'
import { UserFrame } from '../../features/users/user-frame.tsx'

/** The page /admin/user/:id/password: password, sessions, second factor, passkeys and tokens. */
export function UserPasswordPage() {
  const { id = '' } = useParams({ strict: false })
  return (
    <UserFrame id={id} tab="password">
      {user => <AccessCards user={user} />}
    </UserFrame>
  )
}
