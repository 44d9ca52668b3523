import type { AccessToken } from '@coffer/contract/access-tokens'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { FactRow } from '../../ui/fact-list.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { Tag } from '../../ui/tag.tsx'
import { accessTokensQuery, useAccessTokenCalls } from './access-tokens.api.ts'

const CreateDialog = lazy(async () => ({
  default: (await import('./create-dialog.tsx')).CreateDialog,
}))

/** The personal access tokens of the user. */
export function AccessTokensSection({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  return (
    <ListCard
      title={t('access_tokens.title')}
      text={t('access_tokens.text')}
      action={
        <Button variant="default" onClick={() => setCreating(true)}>
          {t('access_tokens.create')}
        </Button>
      }
      query={useQuery(accessTokensQuery)}
      renderEntry={token => <TokenRow key={token.id} token={token} />}
      emptyText={t('access_tokens.none')}
    >
      {isCreating && (
        <Suspense>
          <CreateDialog isAdmin={isAdmin} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </ListCard>
  )
}

function TokenRow({ token }: { token: AccessToken }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { revoke } = useAccessTokenCalls()
  const { name, scopes, is_expired, created_at, expires_at, last_used_at } = token.attributes
  const facts = [
    scopes.map(scope => t(`access_tokens.scope_${scope}`)).join(', '),
    t(is_expired ? 'access_tokens.ended' : 'access_tokens.ends', { date: format.day(expires_at) }),
    last_used_at
      ? t('access_tokens.used', { date: format.date(last_used_at) })
      : t('access_tokens.unused'),
  ]
  return (
    <FactRow
      icon={KeyRound}
      name={name}
      mark={is_expired && <Tag quiet>{t('access_tokens.expired')}</Tag>}
      facts={facts.join(' · ')}
      exact={t('access_tokens.since', { date: format.exactDate(created_at) })}
    >
      <IconButton
        icon={Trash2}
        size="small"
        label={t('access_tokens.revoke_named', { name })}
        onClick={() => void revoke(token)}
      />
    </FactRow>
  )
}
