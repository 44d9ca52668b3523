import type { Plan } from '@coffer/contract/plans'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import { useFormat } from '../../lib/use-format.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { RecordFailure } from '../../ui/record-failure.tsx'
import { StatusTag } from '../../ui/status-mark.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { priceText } from './plan-columns.tsx'
import classes from './plan-frame.module.css'
import { planQuery } from './plans.api.ts'

export type PlanTab = 'subscribers' | 'settings' | 'delete'

interface PlanFrameProps {
  id: string
  tab: PlanTab
  /** In the head of the page. */
  actions?: ReactNode
  children: (plan: Plan) => ReactNode
}

/** The frame of all pages about a plan: name, price and tabs. */
export function PlanFrame({ id, tab, actions, children }: PlanFrameProps) {
  const { t } = useTranslation()
  const { data: plan, error, refetch } = useQuery(planQuery(id))
  const name = plan?.attributes.name ?? ''
  usePageTitle(name || t('admin.plans'))
  return (
    <div className={classes.page}>
      <PageHeader
        title={name}
        parent={{ label: t('admin.plans'), link: { to: '/admin/plans', search: {} } }}
      >
        {actions}
      </PageHeader>
      {plan && (
        <>
          <Terms plan={plan} />
          <PlanTabs plan={plan} current={tab} />
          {children(plan)}
        </>
      )}
      {!plan && !error && (
        <div className={classes.content} aria-busy>
          <Skeleton height={40} radius="md" />
          <Skeleton height={220} radius="lg" />
        </div>
      )}
      {!plan && error && (
        <RecordFailure
          error={error}
          retry={refetch}
          title={t('table.failed', { name: t('admin.plans') })}
          missing={{ title: t('admin_plans.missing'), text: t('admin_plans.missing_text') }}
        >
          <Button renderRoot={props => <Link {...props} to="/admin/plans" search={{}} />}>
            {t('admin.plans')}
          </Button>
        </RecordFailure>
      )}
    </div>
  )
}

/** Price, status and visibility in one line. */
function Terms({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { status, visible, description } = plan.attributes
  return (
    <p className={classes.terms}>
      <strong>{priceText(plan, t, locale)}</strong>
      <StatusTag tone={status === 'active' ? 'good' : 'quiet'}>
        {t(`admin_plans.status_${status}`)}
      </StatusTag>
      {status === 'active' && !visible && (
        <StatusTag tone="quiet">{t('admin_plans.visible_no')}</StatusTag>
      )}
      {description && <span className={classes.description}>{description}</span>}
    </p>
  )
}

function PlanTabs({ plan: { id, attributes }, current }: { plan: Plan; current: PlanTab }) {
  const { t } = useTranslation()
  const tab = (name: PlanTab) =>
    ({
      params: { id },
      replace: true,
      'aria-current': name === current ? ('page' as const) : undefined,
      children: t(`admin_plans.tab_${name}`),
    }) as const
  return (
    <Tabs label={t('admin_plans.sections')} className={classes.tabs}>
      <Link
        to={`/admin/plan/$id/${attributes.type}/subscribers` as const}
        search={{}}
        {...tab('subscribers')}
      />
      <Link to="/admin/plan/$id/settings" {...tab('settings')} />
      <Link to="/admin/plan/$id/delete" {...tab('delete')} />
    </Tabs>
  )
}
