import type { BillingFigures, Dashboard } from '@coffer/contract/dashboard'
import { formatMoney } from '@coffer/contract/money'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AttentionStrip } from '../../features/dashboard/attention-strip.tsx'
import { dashboardQuery } from '../../features/dashboard/dashboard.api.ts'
import { FigureCard, FigureLine, UsageBar } from '../../features/dashboard/figure-card.tsx'
import { GrowthLine } from '../../features/dashboard/growth-line.tsx'
import { NewestUsers } from '../../features/dashboard/newest-users.tsx'
import { TrafficCard } from '../../features/dashboard/traffic-card.tsx'
import { config } from '../../lib/config.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { useFormat } from '../../lib/use-format.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import classes from './dashboard.module.css'
import { NewestTransactions } from './newest-transactions.tsx'

/** The page /admin/dashboard. */
export function DashboardPage() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(dashboardQuery)
  usePageTitle(t('admin.dashboard'))
  return (
    <>
      <PageHeader title={t('admin.dashboard')}>
        <Button component={Link} to="/admin/user/create" leftSection={<UserPlus size={17} />}>
          {t('dashboard.add_user')}
        </Button>
      </PageHeader>
      <div className={classes.page}>
        {data ? (
          <DashboardContent dashboard={data} />
        ) : isError ? (
          <PartFailure retry={refetch} />
        ) : (
          <Placeholder />
        )}
      </div>
    </>
  )
}

function DashboardContent({ dashboard }: { dashboard: Dashboard }) {
  const { attention, users, disk, billing, newest_transactions, app } = dashboard
  const { t } = useTranslation()
  return (
    <>
      <AttentionStrip attention={attention} />
      <div className={classes.figures}>
        <UsersCard users={users} />
        <StorageCard disk={disk} />
        {billing?.map(figures => (
          <BillingCard key={figures.currency} figures={figures} />
        ))}
      </div>
      <TrafficCard disk={disk} />
      <div className={classes.newest}>
        <NewestUsers users={users.newest} />
        {newest_transactions && <NewestTransactions transactions={newest_transactions} />}
      </div>
      <p className={classes.version}>{t('dashboard.version', { version: app.version })}</p>
    </>
  )
}

function UsersCard({ users }: { users: Dashboard['users'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <FigureCard
      title={t('admin.users')}
      value={format.number(users.total)}
      text={
        <>
          <strong>+{format.number(users.recent)}</strong>{' '}
          {t('dashboard.in_days', { count: users.recent_days.length })}
        </>
      }
      picture={<GrowthLine total={users.total} added={users.recent_days} />}
    >
      <FigureLine label={t('dashboard.online')} value={format.number(users.online)} />
    </FigureCard>
  )
}

function StorageCard({ disk }: { disk: Dashboard['disk'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { used_bytes, free_bytes, capacity_bytes } = disk
  const isMeasured = free_bytes !== null && capacity_bytes !== null
  return (
    <FigureCard
      title={t('dashboard.storage')}
      value={format.bytes(used_bytes)}
      text={t('dashboard.storage_text')}
    >
      {isMeasured && (
        <div className={classes.disk}>
          <UsageBar share={1 - free_bytes / capacity_bytes} />
          <FigureLine
            label={t('dashboard.disk_free')}
            value={t('dashboard.of', {
              part: format.bytes(free_bytes),
              total: format.bytes(capacity_bytes),
            })}
          />
        </div>
      )}
    </FigureCard>
  )
}

function BillingCard({ figures }: { figures: BillingFigures }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { currency, monthly_recurring, active_subscriptions, failed_payments, revenue } = figures
  const money = (amount: number) => formatMoney({ amount, currency }, format.locale)
  // Metered subscriptions have no price that recurs.
  const isMetered = config().subscriptionType === 'metered'
  return (
    <FigureCard
      title={isMetered ? t('dashboard.revenue') : t('dashboard.monthly_recurring', { currency })}
      value={money(isMetered ? revenue : monthly_recurring)}
      text={t('dashboard.active_subscriptions', { count: active_subscriptions })}
    >
      {!isMetered && <FigureLine label={t('dashboard.revenue')} value={money(revenue)} />}
      <FigureLine label={t('dashboard.failed_payments')} value={format.number(failed_payments)} />
    </FigureCard>
  )
}

const Placeholder = () => (
  <div aria-busy className={classes.placeholder}>
    <div className={classes.figures}>
      <Skeleton height={146} radius={12} />
      <Skeleton height={146} radius={12} />
    </div>
    <Skeleton height={276} radius={12} />
    <Skeleton height={280} radius={12} />
  </div>
)
