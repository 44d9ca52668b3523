import type { LinkedAccount } from '@coffer/contract/linked-accounts'
import { PROVIDER_NAMES } from '@coffer/contract/social'
import { useQuery } from '@tanstack/react-query'
import { Link2, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { FactRow } from '../../ui/fact-list.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { linkedAccountsQuery, useUnlink } from './linked-accounts.api.ts'
import { PasswordDialog } from './password-dialog.tsx'
import type { ReauthenticationInput } from './password-step.tsx'

interface LinkedAccountsSectionProps {
  /**
   * Whether the server offers social sign-in; without it the card is hidden unless accounts are
   * linked.
   */
  isOffered: boolean
  onChanged: () => void
}

/** The Google, GitHub and Facebook accounts that are linked to this account. */
export function LinkedAccountsSection({ isOffered, onChanged }: LinkedAccountsSectionProps) {
  const { t } = useTranslation()
  const query = useQuery(linkedAccountsQuery)
  if (!isOffered && !query.isError && !query.data?.length) return null
  return (
    <ListCard
      title={t('linked.title')}
      text={t('linked.text')}
      query={query}
      renderEntry={account => (
        <AccountRow key={account.id} account={account} onChanged={onChanged} />
      )}
      emptyText={t('linked.none')}
    />
  )
}

interface AccountRowProps {
  account: LinkedAccount
  onChanged: () => void
}

function AccountRow({ account, onChanged }: AccountRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const unlink = useUnlink()
  const [isOpen, setOpen] = useState(false)
  const { provider: id, created_at } = account.attributes
  const provider = PROVIDER_NAMES[id]
  const remove = async (reauthentication: ReauthenticationInput) => {
    await unlink(account, reauthentication)
    onChanged()
  }
  return (
    <FactRow
      icon={Link2}
      name={provider}
      facts={t('linked.since', { date: format.date(created_at) })}
      exact={format.exactDate(created_at)}
    >
      <IconButton
        icon={Unlink}
        size="small"
        label={t('linked.remove_named', { provider })}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <PasswordDialog
          title={t('linked.remove_title', { provider })}
          text={t('linked.remove_text')}
          submit={t('linked.remove')}
          onReauthenticated={remove}
          onClose={() => setOpen(false)}
        />
      )}
    </FactRow>
  )
}
