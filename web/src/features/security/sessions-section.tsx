import type { Session } from '@coffer/contract/sessions'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { FactRow } from '../../ui/fact-list.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { Tag } from '../../ui/tag.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { sessionsQuery, useSessionCalls } from './sessions.api.ts'

/** The signed-in sessions, and how to end them. */
export function SessionsSection() {
  const { t } = useTranslation()
  const query = useQuery(sessionsQuery)
  const { endOthers } = useSessionCalls()
  const [isEnding, setEnding] = useState(false)
  return (
    <ListCard
      title={t('sessions.title')}
      text={t('sessions.text')}
      action={
        query.data &&
        query.data.length > 1 && (
          <Button variant="default" onClick={() => setEnding(true)}>
            {t('sessions.end_others')}
          </Button>
        )
      }
      query={query}
      renderEntry={session => <SessionRow key={session.id} session={session} />}
    >
      {isEnding && (
        <PasswordDialog
          title={t('sessions.end_others_title')}
          text={t('sessions.end_others_text')}
          submit={t('sessions.end_others_confirm')}
          isPasswordEnough
          onReauthenticated={({ password }) => endOthers(password)}
          onClose={() => setEnding(false)}
        />
      )}
    </ListCard>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { end } = useSessionCalls()
  const [isEnding, setEnding] = useState(false)
  const { device, is_handheld, is_current, ip_address, last_seen_at, created_at } =
    session.attributes
  const country = useCountryText(session)
  const name = device ?? t('sessions.unknown_device')
  const seen = is_current
    ? t('sessions.now')
    : t('sessions.seen', { date: format.date(last_seen_at) })
  return (
    <FactRow
      icon={is_handheld ? Smartphone : Laptop}
      name={name}
      mark={is_current && <Tag>{t('sessions.this_device')}</Tag>}
      facts={[seen, country, ip_address].filter(Boolean).join(' · ')}
      exact={t('sessions.since', { date: format.exactDate(created_at) })}
    >
      {!is_current && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('sessions.end_named', { name })}
          onClick={() => setEnding(true)}
        >
          {t('sessions.end')}
        </Button>
      )}
      {isEnding && (
        <PasswordDialog
          title={t('sessions.end_title', { name })}
          text={t('sessions.end_text')}
          submit={t('sessions.end')}
          isPasswordEnough
          onReauthenticated={({ password }) => end(session, name, password)}
          onClose={() => setEnding(false)}
        />
      )}
    </FactRow>
  )
}

/** The name of the country; undefined when it is unknown. */
function useCountryText({ attributes: { country, is_local } }: Session): string | undefined {
  const { t } = useTranslation()
  const { locale } = useFormat()
  if (is_local) return t('sessions.local')
  if (country === null) return undefined
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country)
}
