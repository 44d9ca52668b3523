// @vitest-environment jsdom
import type { Plan } from '@coffer/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  field,
  queries,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { PlanSettings } from './plan-settings.tsx'
import { planQuery } from './plans.api.ts'

setUpRendering()

const planNamed = (name: string) =>
  ({
    id: 'p',
    attributes: {
      type: 'metered',
      status: 'archived',
      name,
      description: '',
      visible: true,
      currency: 'EUR',
      features: {},
    },
  }) as unknown as Plan
const setPlan = async (name: string) => {
  await act(async () => queries.setQueryData(planQuery('p').queryKey, planNamed(name)))
  await settle()
}

function Page() {
  const { data } = useQuery(planQuery('p'))
  return data && <PlanSettings plan={data} />
}
const name = () => field('input:not([type])')

beforeEach(() => useConfig({}))

test('a plan follows changes of other administrators unless it is being edited', async () => {
  stubCalls()
  await setPlan('Crew')
  await showPage(Page)
  await setPlan('Team')
  expect(name().value).toBe('Team')
  await type(name(), 'Large team')
  await setPlan('Group')
  expect(name().value).toBe('Large team')
})

test('an archived metered plan is said to be left with the next period, not to be kept', async () => {
  stubCalls()
  await setPlan('Crew')
  await showPage(Page)
  expect(document.body.textContent).toContain('admin_plans.archived_note_metered')
})

describe('a fixed plan', () => {
  const fixedPlan = (changes: object = {}, gigabytes = 10, members = 5) =>
    ({
      id: 'p',
      attributes: {
        ...planNamed('Crew').attributes,
        type: 'fixed',
        status: 'active',
        amount: 1000,
        interval: 'month',
        features: { max_storage_amount: gigabytes, max_team_members: members },
        ...changes,
      },
    }) as unknown as Plan
  const setFixed = (plan: Plan) =>
    act(async () => queries.setQueryData(planQuery('p').queryKey, plan))
  const input = (label: string) => {
    const id = [...document.querySelectorAll('label')].find(
      ({ textContent }) => textContent === `admin_plans.${label}`,
    )?.htmlFor
    return field(`[id='${id}']`)
  }
  const inputs = () => ['name', 'storage_gb', 'members_count'].map(label => input(label).value)
  let calls: ReturnType<typeof stubCalls>
  const saves = () => calls.filter(({ method }) => method === 'PATCH')

  beforeEach(async () => {
    calls = stubCalls()
    await setFixed(fixedPlan())
    await showPage(Page)
  })

  test('sends only the texts that were edited', async () => {
    await type(input('description'), 'For teams')
    await submit()
    await saves()[0]?.answer(200, { data: fixedPlan({ description: 'For teams' }) })
    expect(saves().map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['p', { description: 'For teams' }],
    ])
  })

  test('sends only the limits that were edited', async () => {
    await type(input('storage_gb'), '20')
    await submit()
    await saves()[0]?.answer(200, { data: fixedPlan({}, 20) })
    expect(saves().map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['features', { max_storage_amount: 20 }],
    ])
  })

  test('shows what someone else changed once it is saved, and what was typed since', async () => {
    await type(input('storage_gb'), '20')
    await setFixed(fixedPlan({}, 10, 50))
    await submit()
    await type(input('name'), 'Large crew')
    const saved = fixedPlan({}, 20, 50)
    await saves()[0]?.answer(200, { data: saved })
    await setFixed(saved)
    await calls.findLast(({ method }) => method === 'GET')?.answer(200, { data: saved })
    expect(inputs()).toEqual(['Large crew', '20', '50'])
    await submit()
    expect(saves().at(-1)?.body).toEqual({ name: 'Large crew' })
  })
})
