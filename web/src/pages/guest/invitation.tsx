import type { InvitationPage as Invitation } from '@coffer/contract/team-invitations'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userQuery } from '../../features/account/account.api.ts'
import { sendAccountEmail } from '../../features/auth/account-emails.api.ts'
import { endSession } from '../../features/auth/auth.api.ts'
import { accept, decline, invitationQuery } from '../../features/teams/invitations.api.ts'
import { ApiError } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { isSignedIn } from '../../lib/session.ts'
import { canSignOut } from '../../lib/sign-out-guard.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FolderIcon } from '../../ui/folder-icon.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { Scene } from '../../ui/scene.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'

const FILES = '/platform/files/{-$id}'
const SHARED_WITH_ME = '/platform/shared-with-me/{-$id}'

/** The page /team-folder-invitation/:id, for visitors with and without an account (APP-1). */
export function InvitationPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(invitationQuery(id))
  usePageTitle(t('invitation.page'))
  // An invitation that was answered or withdrawn meanwhile is not shown any longer.
  const isClosed = error instanceof ApiError && (error.status === 404 || error.status === 410)
  if (data && !isClosed) return <SendConfirmation invitation={data} />
  if (!(error instanceof ApiError))
    return (
      <EmptyState
        level={1}
        picture={<Skeleton width={72} height={72} radius="md" />}
        title={t('invitation.page')}
      />
    )
  return (
    <EmptyState
      level={1}
      picture={<Scene time="night" />}
      title={error.problem?.title ?? t('files.failed')}
      text={error.problem?.message ?? t('files.failed_text')}
    >
      {isClosed ? (
        <NextPageButton isAnswered={error.is('team.invitation_used')} />
      ) : (
        <Button onClick={() => void refetch()}>{t('files.retry')}</Button>
      )}
    </EmptyState>
  )
}

/** A joined folder is under Shared with me. */
function NextPageButton({ isAnswered }: { isAnswered: boolean }) {
  const { t } = useTranslation()
  const to = isAnswered ? SHARED_WITH_ME : FILES
  return (
    <Button renderRoot={props => <Link {...props} to={to} params={NO_FOLDER} />}>
      {t(isAnswered ? 'invitation.to_shared' : 'invitation.to_files')}
    </Button>
  )
}

function SendConfirmation({ invitation: { id, attributes } }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const { inviter, folder, email, permission } = attributes
  const { data: user } = useQuery({ ...userQuery, enabled: isSignedIn() })
  const { token } = useSearch({ from: '/open/team-folder-invitation/$id' })
  const invited = { id, email, token }
  const action = permission === 'can_edit' ? 'edit' : 'view'
  const isMine = user?.attributes.email === email
  return (
    <EmptyState
      level={1}
      picture={<FolderIcon emoji={folder.emoji} size={84} />}
      title={t('invitation.title', { inviter: inviter.name, folder: folder.name })}
      text={[t(`invitation.${action}`), mismatchText(t, user?.attributes.email, email)].join(' ')}
    >
      {!isSignedIn() && <SignInButtons {...invited} />}
      {user && (isMine ? <RespondToInvitation {...invited} /> : <OtherAccount {...invited} />)}
    </EmptyState>
  )
}

function mismatchText(t: TFunction, userEmail: string | undefined, invited: string): string {
  if (userEmail !== undefined && userEmail !== invited)
    return t('invitation.other', { email: userEmail, invited })
  return [
    t('invitation.for', { email: invited }),
    ...(isSignedIn() ? [] : [t('invitation.guest')]),
  ].join('. ')
}

/** Search parameters that lead back to this page. */
const returnSearch = ({ id, email, token }: Invited) => ({
  redirect: `/team-folder-invitation/${id}${token ? `?token=${token}` : ''}`,
  email,
})

interface Invited {
  id: string
  email: string
  /** From the invitation email; it shows that the visitor receives mail at this address. */
  token: string | undefined
}

function SignInButtons(invited: Invited) {
  const { t } = useTranslation()
  const search = returnSearch(invited)
  const { id, token } = invited
  const signUpSearch = token ? { ...search, invitation: id, token } : search
  return (
    <>
      <Button renderRoot={props => <Link {...props} to="/sign-up" search={signUpSearch} />}>
        {t('invitation.sign_up')}
      </Button>
      <Button
        variant="default"
        renderRoot={props => <Link {...props} to="/sign-in" search={search} />}
      >
        {t('invitation.sign_in')}
      </Button>
    </>
  )
}

function OtherAccount(invited: Invited) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const switchAccount = async () => {
    if (!(await canSignOut())) return
    await endSession()
    queries.clear()
    await navigate({ to: '/sign-in', search: returnSearch(invited) })
  }
  return (
    <Button variant="default" onClick={() => void switchAccount().catch(failurePopup)}>
      {t('invitation.switch')}
    </Button>
  )
}

function RespondToInvitation({ id, email, token }: Invited) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [running, setRunning] = useState<'accept' | 'decline'>()
  const [isUnverified, setUnverified] = useState(false)
  async function respond(response: 'accept' | 'decline'): Promise<void> {
    setRunning(response)
    try {
      const folder = response === 'accept' ? await accept(id, token) : await decline(id, token)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'invitation' })
      successToast(t(folder ? 'notifications.accepted' : 'notifications.declined'))
      if (folder) await navigate({ to: SHARED_WITH_ME, params: { id: folder.id } })
      else await navigate({ to: FILES, params: NO_FOLDER })
      void queries.resetQueries(invitationQuery(id))
    } catch (error) {
      setRunning(undefined)
      if (error instanceof ApiError && error.is('auth.unverified')) setUnverified(true)
      else failurePopup(error)
    }
  }
  if (isUnverified) return <ConfirmEmail email={email} />
  const buttonProps = { disabled: running !== undefined } as const
  return (
    <>
      <Button
        {...buttonProps}
        loading={running === 'accept'}
        onClick={() => void respond('accept')}
      >
        {t('invitation.accept')}
      </Button>
      <Button
        {...buttonProps}
        variant="default"
        loading={running === 'decline'}
        onClick={() => void respond('decline')}
      >
        {t('invitation.decline')}
      </Button>
    </>
  )
}

/** Shown to accounts whose email is not verified. */
function ConfirmEmail({ email }: { email: string }) {
  const { t } = useTranslation()
  const [state, setState] = useState<'asked' | 'sending' | 'sent'>('asked')
  async function send(): Promise<void> {
    setState('sending')
    try {
      await sendAccountEmail('confirm', email)
      setState('sent')
    } catch (error) {
      setState('asked')
      failurePopup(error)
    }
  }
  return (
    <div role="status">
      <p>{state === 'sent' ? t('sent.confirm', { email }) : t('invitation.unverified')}</p>
      {state !== 'sent' && (
        <Button loading={state === 'sending'} onClick={() => void send()}>
          {t('invitation.send_link')}
        </Button>
      )}
    </div>
  )
}
