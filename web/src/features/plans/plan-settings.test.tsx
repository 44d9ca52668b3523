// @vitest-environment jsdom
import type { Plan } from '@coffer/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import {
  field,
  queries,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
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
