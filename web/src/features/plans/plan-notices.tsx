import { CURRENCY_NOT_SUPPORTED, type Plan } from '@coffer/contract/plans'
import { Link } from '@tanstack/react-router'
import { Info, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import { isTrouble, useCopyReason } from './copy-list.tsx'
import classes from './plan-notices.module.css'
import { usePlanCalls } from './plans.api.ts'

const SHOWN = 2

/** Notices about plans that aren't sold because of the subscription type or a gateway. */
export function PlanNotices({ plans }: { plans: readonly Plan[] }) {
  const active = plans.filter(({ attributes }) => attributes.status === 'active')
  const troubled = active.filter(({ meta }) => meta.gateways.some(isTrouble))
  const { t } = useTranslation()
  return (
    <div className={classes.notices}>
      <TypeNotice plans={active} />
      {troubled.slice(0, SHOWN).map(plan => (
        <Trouble key={plan.id} plan={plan} />
      ))}
      {troubled.length > SHOWN && (
        <p className={classes.more}>
          {t('admin_plans.more_trouble', { count: troubled.length - SHOWN })}
        </p>
      )}
    </div>
  )
}

function TypeNotice({ plans }: { plans: readonly Plan[] }) {
  const { t } = useTranslation()
  const type = config().subscriptionType
  if (!plans.some(({ attributes }) => attributes.type !== type)) return null
  return (
    <p className={classes.notice}>
      <Info size={18} strokeWidth={1.75} aria-hidden />
      <span>{t(type === 'none' ? 'admin_plans.off' : `admin_plans.other_type_${type}`)}</span>
      <Link to="/admin/settings/others">{t('admin_plans.change_type')}</Link>
    </p>
  )
}

function Trouble({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  const { synchronize } = usePlanCalls()
  const reasonOf = useCopyReason()
  const copy = plan.meta.gateways.find(isTrouble)
  if (!copy) return null
  const gateway = gatewayName(copy.gateway)
  const { name } = plan.attributes
  return (
    <p className={classes.notice} data-warn>
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
      <span>
        <strong>
          {copy.state === 'ready'
            ? `${name}, ${gateway}`
            : t('admin_plans.not_at', { plan: name, gateway })}
          .
        </strong>{' '}
        {reasonOf(plan, copy)}
      </span>
      {/* Another try does not change which currencies a gateway takes. */}
      {copy.reason !== CURRENCY_NOT_SUPPORTED && (
        <button type="button" onClick={() => void synchronize()}>
          {t('admin_plans.try_again')}
        </button>
      )}
    </p>
  )
}
