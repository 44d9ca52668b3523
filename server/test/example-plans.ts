import { randomUUID } from 'node:crypto'
import type { ExampleRequest } from './endpoints.ts'
import type { OwnedData } from './owned-data.ts'
import type { TestClient } from './test-client.ts'

const PATH = '/api/subscriptions/admin/plans'
const SPARE_NAME = 'Spare plan'

export const NO_PLANS = { plan: 'x', sparePlan: 'x' }

export const fixedPlan = (more: object = {}) => ({
  type: 'fixed',
  name: `Plan ${randomUUID()}`,
  amount: 1000,
  currency: 'EUR',
  interval: 'month',
  features: { max_storage_amount: 100, max_team_members: 5 },
  ...more,
})

export async function makePlans(client: TestClient): Promise<typeof NO_PLANS> {
  const make = async (more: object) =>
    (await client.send('POST', PATH, fixedPlan(more))).body.data.id as string
  return { plan: await make({}), sparePlan: await make({ name: SPARE_NAME }) }
}

/** Valid requests for plans. */
export const PLAN_EXAMPLES: Record<string, (own: OwnedData) => ExampleRequest> = {
  'GET /api/subscriptions/plans': () => ({}),
  'GET /api/subscriptions/admin/plans': () => ({}),
  'GET /api/subscriptions/admin/plans/export': () => ({}),
  'POST /api/subscriptions/admin/plans': () => ({ body: fixedPlan() }),
  'GET /api/subscriptions/admin/plans/synchronize': () => ({}),
  'GET /api/subscriptions/admin/plans/:id': ({ plan }) => ({ params: { id: plan } }),
  'PATCH /api/subscriptions/admin/plans/:id': ({ plan }) => ({
    params: { id: plan },
    body: { description: randomUUID() },
  }),
  'PATCH /api/subscriptions/admin/plans/:id/features': ({ plan }) => ({
    params: { id: plan },
    body: { max_storage_amount: 200 },
  }),
  'POST /api/subscriptions/admin/plans/:id/replace': ({ plan }) => ({
    params: { id: plan },
    body: { type: 'fixed', amount: 1200, currency: 'EUR', interval: 'month' },
  }),
  'POST /api/subscriptions/admin/plans/:id/archive': ({ plan }) => ({ params: { id: plan } }),
  'DELETE /api/subscriptions/admin/plans/:id': ({ sparePlan }) => ({
    params: { id: sparePlan },
    body: { name: SPARE_NAME },
  }),
  'GET /api/subscriptions/admin/plans/:id/subscribers': ({ plan }) => ({ params: { id: plan } }),
}
