import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import {
  DetailsButtons,
  PersonCard,
  RestrictionsCard,
} from '../../features/users/details-cards.tsx'
import { useDetailsForm } from '../../features/users/details-form.ts'
import { UserFrame } from '../../features/users/user-frame.tsx'
import { userDetailQuery } from '../../features/users/users.api.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'

/** The page /admin/user/:id/details. */
export function UserDetailsPage() {
  const { id = '' } = useParams({ strict: false })
  const { data: user } = useQuery(userDetailQuery(id))
  if (!user)
    return (
      <UserFrame id={id} tab="details">
        {() => null}
      </UserFrame>
    )
  return <LoadedDetails key={id} user={user} />
}

function LoadedDetails({ user }: { user: AdminUserDetail }) {
  const details = useDetailsForm(user)
  return (
    <UserFrame id={user.id} tab="details" actions={<DetailsButtons details={details} />}>
      {current => (
        <>
          <FormFailure>{details.failure}</FormFailure>
          <PersonCard user={current} details={details} />
          <RestrictionsCard user={current} details={details} />
        </>
      )}
    </UserFrame>
  )
}
