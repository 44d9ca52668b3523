import type { TeamFolder, TeamPermission } from '@coffer/contract/teams'
import { useState } from 'react'
import { type Invitations, NO_INVITATIONS } from './invite-field.tsx'

type Choice = TeamPermission | 'none'

/**
 * The current members and invitations of a team folder with unsaved changes. Choices are kept by
 * email, so that those for an invitation apply to the member who accepts it.
 */
export function usePeople({ relationships }: TeamFolder) {
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({})
  const [added, setAdded] = useState(NO_INVITATIONS)
  const choose = (choices: Record<string, Choice>) =>
    setChosen(current => ({ ...current, ...choices }))

  const pending = relationships.invitations.data.map(({ attributes: { email, permission } }) => ({
    email,
    permission: chosen[email] ?? permission,
  }))
  const isPending = (email: string) => pending.some(invitation => invitation.email === email)
  const invited = [
    ...pending.flatMap(({ email, permission }) =>
      permission === 'none' ? [] : [{ email, permission }],
    ),
    ...added.invited.filter(({ email }) => !isPending(email)),
  ]
  return {
    members: relationships.members.data.flatMap(({ id, attributes }) => {
      const permission = chosen[attributes.email] ?? attributes.permission
      return permission === 'none' ? [] : [{ id, attributes, permission }]
    }),
    choose: (email: string, choice: Choice) => choose({ [email]: choice }),
    invitations: { invited, text: added.text },
    setInvitations: ({ invited: next, text }: Invitations) => {
      const choiceOf = (email: string): Choice =>
        next.find(invitation => invitation.email === email)?.permission ?? 'none'
      const changed = pending.filter(({ email, permission }) => choiceOf(email) !== permission)
      choose(Object.fromEntries(changed.map(({ email }) => [email, choiceOf(email)])))
      setAdded({ invited: next.filter(({ email }) => !isPending(email)), text })
    },
  }
}
