import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { PROVIDER_NAMES, type Provider } from '@coffer/contract/social'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, KeyRound, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { FactRow } from '../../ui/fact-list.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusTag } from '../../ui/status-mark.tsx'
import { useAccessCalls, userPasskeysQuery, userTokensQuery } from './access.api.ts'

/** The names of providers as a list in the reader's language. */
const namesOf = (providers: readonly Provider[], locale: string): string =>
  new Intl.ListFormat(locale).format(providers.map(provider => PROVIDER_NAMES[provider]))

/** Password, sessions, second factor, tokens and passkeys of a user. */
export function AccessCards({ user }: { user: AdminUserDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const calls = useAccessCalls(user)
  const { attributes, meta } = user
  const { has_password, two_factor_confirmed_at, providers, email } = attributes
  const { sessions } = meta.counts
  return (
    <>
      <SectionCard
        title={t('admin_users.password')}
        text={t(has_password ? 'admin_users.password_text' : 'admin_users.no_password_text', {
          email,
        })}
        action={
          <Button variant="default" onClick={() => void calls.sendReset()}>
            {t('admin_users.reset')}
          </Button>
        }
      >
        {providers.length > 0 && (
          <p>{t('admin_users.providers', { names: namesOf(providers, format.locale) })}</p>
        )}
      </SectionCard>
      <SectionCard
        title={t('admin_users.sessions')}
        text={
          sessions === 0
            ? t('admin_users.sessions_none')
            : t('admin_users.sessions_text', { count: sessions })
        }
        action={
          <Button
            variant="default"
            disabled={sessions === 0}
            onClick={() => void calls.endSessions()}
          >
            {t('admin_users.end_sessions')}
          </Button>
        }
      />
      <SectionCard
        title={t('admin_users.two_factor_long')}
        mark={
          <StatusTag tone={two_factor_confirmed_at ? 'good' : 'quiet'}>
            {t(two_factor_confirmed_at ? 'admin_users.on' : 'admin_users.off')}
          </StatusTag>
        }
        text={
          two_factor_confirmed_at
            ? t('admin_users.two_factor_since', { date: format.day(two_factor_confirmed_at) })
            : t('admin_users.two_factor_none')
        }
        action={
          two_factor_confirmed_at && (
            <Button variant="default" color="danger" onClick={() => void calls.disableTwoFactor()}>
              {t('admin_users.two_factor_off')}
            </Button>
          )
        }
      />
      <Passkeys user={user} />
      <Tokens user={user} />
    </>
  )
}

function Passkeys({ user }: { user: AdminUserDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { removePasskey } = useAccessCalls(user)
  return (
    <ListCard
      title={t('admin_users.passkeys')}
      query={useQuery(userPasskeysQuery(user.id))}
      emptyText={t('admin_users.passkeys_none')}
      renderEntry={({ id, attributes: { name, created_at, last_used_at } }) => (
        <FactRow
          key={id}
          icon={Fingerprint}
          name={name}
          facts={[
            t('access_tokens.since', { date: format.date(created_at) }),
            usedText(last_used_at),
          ].join(' · ')}
        >
          <IconButton
            icon={Trash2}
            size="small"
            label={t('admin_users.passkey_remove_named', { name })}
            onClick={() => void removePasskey(id, name)}
          />
        </FactRow>
      )}
    />
  )
  function usedText(used: string | null): string {
    return used ? t('access_tokens.used', { date: format.date(used) }) : t('access_tokens.unused')
  }
}

function Tokens({ user }: { user: AdminUserDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { revokeToken } = useAccessCalls(user)
  return (
    <ListCard
      title={t('access_tokens.title')}
      query={useQuery(userTokensQuery(user.id))}
      emptyText={t('admin_users.tokens_none')}
      renderEntry={({ id, attributes }) => {
        const { name, scopes, is_expired, expires_at, last_used_at } = attributes
        return (
          <FactRow
            key={id}
            icon={KeyRound}
            name={name}
            mark={is_expired && <StatusTag tone="quiet">{t('access_tokens.expired')}</StatusTag>}
            facts={[
              scopes.map(scope => t(`access_tokens.scope_${scope}`)).join(', '),
              t(is_expired ? 'access_tokens.ended' : 'access_tokens.ends', {
                date: format.day(expires_at),
              }),
              last_used_at
                ? t('access_tokens.used', { date: format.date(last_used_at) })
                : t('access_tokens.unused'),
            ].join(' · ')}
          >
            <IconButton
              icon={Trash2}
              size="small"
              label={t('access_tokens.revoke_named', { name })}
              onClick={() => void revokeToken(id, name)}
            />
          </FactRow>
        )
      }}
    />
  )
}
