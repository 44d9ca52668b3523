import type { AuditEntry } from '@coffer/contract/audit'
import { Globe, KeyRound, type LucideIcon, Server, User } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import type { AdminCard, AdminColumn } from '../../ui/admin-table/types.ts'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import classes from './audit.module.css'

const ICONS = {
  user: User,
  token: KeyRound,
  system: Server,
  guest: Globe,
} satisfies Record<AuditEntry['attributes']['actor']['type'], LucideIcon>

/** An icon for the type of actor. It is decorative, because the actor's name is shown too. */
function ActorIcon({ entry }: { entry: AuditEntry }) {
  const Icon = ICONS[entry.attributes.actor.type]
  return (
    <span className={classes.icon}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </span>
  )
}

/** Returns a function that names the actor of an entry. */
export function useActorName(): (entry: AuditEntry) => string {
  const { t } = useTranslation()
  return ({ attributes: { actor } }) =>
    actor.name ?? t(actor.type === 'system' ? 'audit.actor.system' : 'audit.actor.guest')
}

/** The columns of the audit log. Narrow screens hide the last ones first. */
export function useAuditColumns(): AdminColumn<AuditEntry>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'action',
        label: t('audit.column_text'),
        width: 260,
        grow: 4,
        sort: 'asc',
        cell: entry => (
          <>
            <ActorIcon entry={entry} />
            <TwoLineText
              name={entry.attributes.text}
              note={t(`audit.category.${entry.attributes.category}` as 'audit.category.sign_in')}
            />
          </>
        ),
      },
      {
        id: 'at',
        label: t('audit.column_time'),
        width: 150,
        sort: 'desc',
        cell: entry => (
          <span title={format.exactDate(entry.attributes.at)}>
            {format.dateTime(entry.attributes.at)}
          </span>
        ),
      },
      {
        id: 'user',
        label: t('audit.column_user'),
        width: 140,
        sort: 'asc',
        cell: entry => <ActorName entry={entry} />,
      },
      {
        id: 'ip',
        label: t('audit.column_ip'),
        width: 130,
        cell: entry => entry.attributes.ip ?? '–',
      },
      {
        id: 'device',
        label: t('audit.column_device'),
        width: 140,
        cell: entry => entry.attributes.device ?? '–',
      },
      {
        id: 'target',
        label: t('audit.column_target'),
        width: 150,
        isOptional: true,
        cell: entry => entry.attributes.target?.name ?? '–',
      },
    ],
    [t, format],
  )
}

function ActorName({ entry }: { entry: AuditEntry }) {
  const nameOf = useActorName()
  const { token } = entry.attributes.actor
  return token === null ? nameOf(entry) : <TwoLineText name={nameOf(entry)} note={token} />
}

/** The card of an entry on a phone. */
export function useAuditCard(): (entry: AuditEntry) => AdminCard {
  const format = useFormat()
  return entry => {
    const { text, at, ip, device } = entry.attributes
    return {
      lead: <ActorIcon entry={entry} />,
      title: text,
      note: [format.dateTime(at), device, ip].filter(Boolean).join(' · '),
    }
  }
}
