import type { GatewayName } from '@coffer/contract/gateways'
import type { Generated, Selectable } from 'kysely'

/** Times are milliseconds since 1970 (UTC), amounts integers of minor units. */
interface PlanTable {
  id: string
  type: 'fixed' | 'metered'
  status: 'active' | 'archived'
  is_visible: 0 | 1
  name: string
  description: string
  currency: string
  interval: 'month' | 'year'
  amount: number | null
  storage_bytes: number | null
  max_team_members: number | null
  tier_mode: 'graduated' | 'volume' | null
  replaces_id: string | null
  created_at: number
  updated_at: number
}

interface PlanMeterTable {
  id: string
  plan_id: string
  key: string
  aggregate: string
  position: number
}

interface PlanTierTable {
  meter_id: string
  position: number
  up_to: number | null
  unit_amount: string
  flat_amount: Generated<number>
}

interface PlanGatewayTable {
  plan_id: string
  gateway: GatewayName
  is_live: 0 | 1
  external_ids: string
  state: 'pending' | 'ready' | 'failed'
  reason: string | null
  updated_at: number
}

export interface PlansSchema {
  plans: PlanTable
  plan_meters: PlanMeterTable
  plan_tiers: PlanTierTable
  plan_gateways: PlanGatewayTable
}

export type PlanRow = Selectable<PlanTable>
export type PlanGatewayRow = Selectable<PlanGatewayTable>
