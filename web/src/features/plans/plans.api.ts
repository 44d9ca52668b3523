import type { Request } from '@coffer/contract'
import {
  archivePlan,
  createPlan,
  deletePlan,
  getPlan,
  listPlans,
  listSubscribers,
  type Plan,
  replacePlan,
  synchronizePlans,
  updatePlan,
  updatePlanFeatures,
} from '@coffer/contract/plans'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { tableQuery } from '../../ui/admin-table/table-query.ts'
import type { TableRequest } from '../../ui/admin-table/table-search.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

/** All queries about plans and their subscribers. */
export const PLANS = 'admin-plans'

export const plansQuery = (request: TableRequest) => tableQuery([PLANS, 'list'], listPlans, request)

export const planQuery = (id: string) =>
  queryOptions({
    queryKey: [PLANS, 'one', id],
    queryFn: async ({ signal }) => (await api(getPlan, { params: { id } }, { signal })).data,
  })

export const subscribersQuery = (id: string, request: TableRequest) =>
  tableQuery([PLANS, 'subscribers', id], listSubscribers, request, { id })

export type NewPlanBody = Request<typeof createPlan>['body']
export type PlanTermsBody = Request<typeof replacePlan>['body']
type FeaturesBody = Request<typeof updatePlanFeatures>['body']
type SettingsBody = Request<typeof updatePlan>['body']

export function usePlanCalls() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [PLANS] })
  /** Runs a call that was not made by a form. */
  async function run(call: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await call()
      successToast(done)
    } catch (error) {
      failurePopup(error)
    }
    await refresh()
  }
  return {
    create: async (body: NewPlanBody) => {
      const { data } = await api(createPlan, { body })
      await refresh()
      return data
    },
    replace: async (id: string, body: PlanTermsBody) => {
      const { data } = await api(replacePlan, { params: { id }, body })
      return data
    },
    /** Changes texts and limits; what is left out stays. @returns the plan as it is saved now */
    update: async (plan: Plan, body: SettingsBody, features: FeaturesBody) => {
      const params = { id: plan.id }
      let saved = plan
      if (Object.keys(body).length > 0) saved = (await api(updatePlan, { params, body })).data
      if (Object.keys(features).length > 0)
        saved = (await api(updatePlanFeatures, { params, body: features })).data
      await refresh()
      return saved
    },
    remove: async (id: string, name: string) => {
      const { meta } = await api(deletePlan, { params: { id }, body: { name } })
      return meta.result
    },
    refresh,
    setVisible: ({ id, attributes: { name } }: Plan, visible: boolean) =>
      run(
        () => api(updatePlan, { params: { id }, body: { visible } }),
        i18next.t(visible ? 'admin_plans.now_visible' : 'admin_plans.now_hidden', { name }),
      ),
    archive: async ({ id, attributes: { name, type } }: Plan) => {
      const isConfirmed = await confirmPopup({
        title: i18next.t('admin_plans.archive_title', { name }),
        message: i18next.t(`admin_plans.archive_text_${type}`),
        confirm: i18next.t('admin_plans.archive'),
        danger: true,
      })
      if (!isConfirmed) return
      await run(
        () => api(archivePlan, { params: { id } }),
        i18next.t('admin_plans.archived', { name }),
      )
    },
    synchronize: async () => {
      try {
        const { meta } = await api(synchronizePlans, {})
        successToast(i18next.t('admin_plans.synchronizing', { count: meta.queued }))
      } catch (error) {
        failurePopup(error)
      }
      await refresh()
    },
  }
}
