import type { AccessToken } from '@coffer/contract/access-tokens'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { FactLine, FactLines } from '../../ui/fact-lines.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Tag } from '../../ui/tag.tsx'
import { accessTokensQuery, useAccessTokenCalls } from './access-tokens.api.ts'
import classes from './access-tokens.module.css'

const CreateDialog = lazy(async () => ({
  default: (await import('./create-dialog.tsx')).CreateDialog,
}))

interface AccessTokensSectionProps {
  isAdmin: boolean
  hasTwoFactor: boolean
}

/** What the person's scripts and programs come with. */
export function AccessTokensSection(props: AccessTokensSectionProps) {
  const { t } = useTranslation()
  const { data: tokens, isError, refetch } = useQuery(accessTokensQuery)
  const [isCreating, setCreating] = useState(false)
  return (
    <SectionCard
      title={t('tokens.title')}
      text={t('tokens.text')}
      action={<Button onClick={() => setCreating(true)}>{t('tokens.create')}</Button>}
    >
      {isError ? (
        <div>
          <Button variant="default" onClick={() => void refetch()}>
            {t('security.try_again')}
          </Button>
        </div>
      ) : !tokens ? (
        <Skeleton height={40} />
      ) : tokens.length > 0 ? (
        <FactLines label={t('tokens.title')}>
          {tokens.map(token => (
            <TokenLine key={token.id} token={token} />
          ))}
        </FactLines>
      ) : (
        <p className={classes.none}>{t('tokens.none')}</p>
      )}
      {isCreating && (
        <Suspense>
          <CreateDialog {...props} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </SectionCard>
  )
}

function TokenLine({ token }: { token: AccessToken }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { revoke } = useAccessTokenCalls()
  const { name, scopes, is_expired, created_at, expires_at, last_used_at } = token.attributes
  const facts = [
    scopes.map(scope => t(`tokens.scope_${scope}`)).join(', '),
    t(is_expired ? 'tokens.ended' : 'tokens.ends', { date: format.day(expires_at) }),
    last_used_at ? t('tokens.used', { date: format.date(last_used_at) }) : t('tokens.unused'),
  ]
  return (
    <FactLine
      icon={KeyRound}
      name={name}
      mark={is_expired && <Tag quiet>{t('tokens.expired')}</Tag>}
      facts={facts.join(' · ')}
      exact={t('tokens.since', { date: format.exactDate(created_at) })}
    >
      <IconButton
        icon={Trash2}
        size="small"
        label={t('tokens.revoke_named', { name })}
        onClick={() => void revoke(token)}
      />
    </FactLine>
  )
}
