import type { TranslationKey } from '@coffer/contract'
import type { Attention } from '@coffer/contract/dashboard'
import { Link } from '@tanstack/react-router'
import {
  ChevronRight,
  CreditCard,
  Download,
  Gauge,
  Globe,
  HardDrive,
  Hourglass,
  ListX,
  LockOpen,
  type LucideIcon,
  MailWarning,
  MailX,
  Scale,
  Unplug,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import classes from './attention-strip.module.css'

interface Remedy {
  icon: LucideIcon
  isUrgent?: boolean
  to:
    | '/admin/settings/server'
    | '/admin/settings/environment'
    | '/admin/payments/payments'
    | '/admin/payments/differences'
    | '/admin/plan/create/metered'
    | '/admin/invoices/transactions'
  search?: { state: string } | { status: string }
  action: TranslationKey
}

const REMEDIES: Record<Attention['problem'], Remedy> = {
  disk_low: {
    icon: HardDrive,
    isUrgent: true,
    to: '/admin/settings/server',
    action: 'dashboard.review',
  },
  jobs_failed: {
    icon: ListX,
    isUrgent: true,
    to: '/admin/settings/server',
    action: 'dashboard.review',
  },
  billing_differences: {
    icon: Scale,
    isUrgent: true,
    to: '/admin/payments/differences',
    search: { state: 'open' },
    action: 'dashboard.review',
  },
  gateway_events_failed: {
    icon: Unplug,
    isUrgent: true,
    to: '/admin/payments/payments',
    action: 'dashboard.review',
  },
  no_metered_plan: {
    icon: Gauge,
    isUrgent: true,
    to: '/admin/plan/create/metered',
    action: 'dashboard.create_plan',
  },
  payments_failed: {
    icon: CreditCard,
    to: '/admin/invoices/transactions',
    search: { status: 'error' },
    action: 'dashboard.review',
  },
  mail_failing: {
    icon: MailWarning,
    isUrgent: true,
    to: '/admin/settings/environment',
    action: 'dashboard.check_mail',
  },
  queue_late: { icon: Hourglass, to: '/admin/settings/server', action: 'dashboard.review' },
  no_encryption: { icon: LockOpen, to: '/admin/settings/server', action: 'dashboard.review' },
  no_mail: {
    icon: MailX,
    to: '/admin/settings/environment',
    action: 'dashboard.set_up_mail',
  },
  no_address: { icon: Globe, to: '/admin/settings/server', action: 'dashboard.review' },
  update_available: { icon: Download, to: '/admin/settings/server', action: 'dashboard.review' },
}

/** Problems that need an administrator, each with its remedy; empty without problems. */
export function AttentionStrip({ attention }: { attention: readonly Attention[] }) {
  const { t } = useTranslation()
  if (attention.length === 0) return null
  return (
    <section className={classes.strip} aria-labelledby="attention">
      <div className={classes.head}>
        <h2 id="attention" className={classes.title}>
          {t('dashboard.attention')}
        </h2>
        <p className={classes.count}>{t('dashboard.problems', { count: attention.length })}</p>
      </div>
      <ul className={classes.problems}>
        {attention.map(entry => (
          <Problem key={entry.problem} {...entry} />
        ))}
      </ul>
    </section>
  )
}

function Problem({ problem, count, detail }: Attention) {
  const { t } = useTranslation()
  const format = useFormat()
  const { icon: Icon, isUrgent, to, search, action } = REMEDIES[problem]
  const values = {
    count: count ?? 0,
    detail: problem === 'queue_late' && detail ? format.date(detail) : (detail ?? ''),
  }
  return (
    <li className={classes.problem}>
      <span className={classes.icon} data-urgent={isUrgent || undefined}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <span className={classes.texts}>
        <span className={classes.name}>{t(`dashboard.problem_${problem}`, values)}</span>
        <span className={classes.reason}>{t(`dashboard.reason_${problem}`, values)}</span>
      </span>
      <Link to={to} {...(search && { search })} className={classes.action}>
        <span>{t(action)}</span>
        <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
      </Link>
    </li>
  )
}
