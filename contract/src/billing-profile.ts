import { z } from 'zod'
import { Country } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { PLAIN_TEXT } from './names.ts'

const line = (max: number) =>
  z.string().trim().max(max, 'validation.long').regex(PLAIN_TEXT, 'validation.invalid')
const required = (max: number) => line(max).min(1, 'validation.required')
const optional = (max: number) => required(max).nullable()

/** The buyer of future invoices. */
export const BillingProfile = z.object({
  name: required(120),
  company: optional(120),
  address: required(200),
  city: required(120),
  postal_code: required(20),
  state: optional(120),
  country: Country,
  phone: optional(40),
  /** VAT id of a company. */
  tax_id: optional(40),
})
export type BillingProfile = z.output<typeof BillingProfile>

const reply = z.object({ data: BillingProfile.nullable() })

export const getBillingProfile = endpoint({
  method: 'GET',
  path: '/api/user/billing-profile',
  access: 'user',
  summary: 'Returns name and address for invoices; null before they were entered.',
  response: reply,
})

export const putBillingProfile = endpoint({
  method: 'PUT',
  path: '/api/user/billing-profile',
  access: 'session',
  summary:
    'Sets name and address for future invoices. Fields that are absent keep their values; the first time all are needed.',
  body: BillingProfile.partial(),
  response: reply,
})
