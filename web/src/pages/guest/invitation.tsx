import type { InvitationPage as Invitation } from '@coffer/contract/team-invitations'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { MailX } from 'lucide-react'
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
import { EmptyState } from '../../ui/empty-state.tsx'
import { FolderIcon } from '../../ui/folder-icon.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

const FILES = '/platform/files/{-$id}'
const SHARED_WITH_ME = '/platform/shared-with-me/{-$id}'

/** Spec §2, /team-folder-invitation/:id: for people with and without an account. */
export function InvitationPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(invitationQuery(id))
  usePageTitle(t('invitation.page'))
  // What was shown before is no invitation any more once it was answered or taken back.
  const isOver = error instanceof ApiError && (error.status === 404 || error.status === 410)
  if (data && !isOver) return <SendConfirmation invitation={data} />
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
      picture={<MailX size={34} strokeWidth={1.5} aria-hidden />}
      title={error.problem?.title ?? t('files.failed')}
      text={error.problem?.message ?? t('files.failed_text')}
    >
      {isOver ? (
        <WayOn isAnswered={error.is('team.invitation_used')} />
      ) : (
        <Button onClick={() => void refetch()}>{t('files.retry')}</Button>
      )}
    </EmptyState>
  )
}

/** What was joined is among the folders that others share. */
function WayOn({ isAnswered }: { isAnswered: boolean }) {
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
  const does = permission === 'can_edit' ? 'edit' : 'view'
  const isMine = user?.attributes.email === email
  return (
    <EmptyState
      level={1}
      picture={<FolderIcon emoji={folder.emoji} size={84} />}
      title={t('invitation.title', { inviter: inviter.name, folder: folder.name })}
      text={[t(`invitation.${does}`), mismatchText(t, user?.attributes.email, email)].join(' ')}
    >
      {!isSignedIn() && <Entries {...invited} />}
      {user && (isMine ? <RespondToInvitation {...invited} /> : <OtherAccount {...invited} />)}
    </EmptyState>
  )
}

type Words = ReturnType<typeof useTranslation>['t']

function mismatchText(t: Words, mine: string | undefined, invited: string): string {
  if (mine !== undefined && mine !== invited) return t('invitation.other', { email: mine, invited })
  return [
    t('invitation.for', { email: invited }),
    ...(isSignedIn() ? [] : [t('invitation.guest')]),
  ].join('. ')
}

/** Both lead back here. */
const wayBack = ({ id, email, token }: Invited) => ({
  redirect: `/team-folder-invitation/${id}${token ? `?token=${token}` : ''}`,
  email,
})

interface Invited {
  id: string
  email: string
  /** From the letter: whoever has it reads the mail of the address. */
  token: string | undefined
}

function Entries(invited: Invited) {
  const { t } = useTranslation()
  const search = wayBack(invited)
  const { id, token } = invited
  const newcomer = token ? { ...search, invitation: id, token } : search
  return (
    <>
      <Button renderRoot={props => <Link {...props} to="/sign-up" search={newcomer} />}>
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
  const leave = async () => {
    await endSession()
    queries.clear()
    await navigate({ to: '/sign-in', search: wayBack(invited) })
  }
  return (
    <Button variant="default" onClick={() => void leave().catch(failurePopup)}>
      {t('invitation.switch')}
    </Button>
  )
}

function RespondToInvitation({ id, email, token }: Invited) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [running, setRunning] = useState<'accept' | 'decline'>()
  const [isUnproven, setUnverified] = useState(false)
  async function answer(how: 'accept' | 'decline'): Promise<void> {
    setRunning(how)
    try {
      const folder = how === 'accept' ? await accept(id, token) : await decline(id)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'invitation' })
      if (folder) await navigate({ to: SHARED_WITH_ME, params: { id: folder.id } })
      else {
        successToast(t('invitation.declined'))
        await navigate({ to: FILES, params: NO_FOLDER })
      }
      void queries.resetQueries(invitationQuery(id))
    } catch (error) {
      setRunning(undefined)
      if (error instanceof ApiError && error.is('auth.unverified')) setUnverified(true)
      else failurePopup(error)
    }
  }
  if (isUnproven) return <ConfirmEmail email={email} />
  const look = { disabled: running !== undefined } as const
  return (
    <>
      <Button {...look} loading={running === 'accept'} onClick={() => void answer('accept')}>
        {t('invitation.accept')}
      </Button>
      <Button
        {...look}
        variant="default"
        loading={running === 'decline'}
        onClick={() => void answer('decline')}
      >
        {t('invitation.decline')}
      </Button>
    </>
  )
}

/** An account that has not shown yet that it reads the mail of its address. */
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
