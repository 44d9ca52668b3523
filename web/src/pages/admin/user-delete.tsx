import { useParams } from '@tanstack/react-router'
import { DeleteUser } from '../../features/users/delete-user.tsx'
import { UserFrame } from '../../features/users/user-frame.tsx'

/** The page /admin/user/:id/delete. */
export function UserDeletePage() {
  const { id = '' } = useParams({ strict: false })
  return (
    <UserFrame id={id} tab="delete">
      {user => <DeleteUser user={user} />}
    </UserFrame>
  )
}
