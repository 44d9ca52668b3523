import { fixedPlan } from '../example-plans.ts'
import { METERED } from '../plans.ts'
import type { HistoryOptions } from './history.ts'
import { browser, CURRENCY, PASSWORD, type Person } from './people.ts'
import type { HistoryServer } from './servers.ts'

const PLANS = [
  { name: 'Small', amount: 500, features: { max_storage_amount: 100, max_team_members: 5 } },
  { name: 'Large', amount: 1500, features: { max_storage_amount: 1000, max_team_members: 20 } },
  {
    name: 'Large, yearly',
    amount: 15_000,
    interval: 'year',
    features: { max_storage_amount: 1000, max_team_members: 20 },
  },
]

/** Creates the accounts and the plans, which the gateways get a copy of. */
export async function install(server: HistoryServer, { users, type }: HistoryOptions) {
  const emails = Array.from({ length: users + 1 }, (_, index) => `person-${index}@example.test`)
  const ids = await server.call('install', {
    accounts: emails,
    password: PASSWORD,
    settings: { subscription_type: type, registration_bonus: type === 'metered' ? 500 : 0 },
  })
  const [admin, ...people] = ids.map(
    (userId, index): Person => ({ userId, email: emails[index] ?? '', isDeleted: false }),
  )
  if (!admin) throw new Error('There is no administrator.')
  const client = await browser(server, admin)
  const drafts = type === 'fixed' ? PLANS.map(fixedPlan) : [METERED]
  const plans: string[] = []
  for (const draft of drafts) {
    const path = '/api/subscriptions/admin/plans'
    const { status, body } = await client.send('POST', path, { ...draft, currency: CURRENCY })
    if (status !== 201) throw new Error(JSON.stringify(body))
    plans.push(body.data.id)
  }
  await server.call('work', ['copy-plans'])
  return { admin, people, plans }
}
