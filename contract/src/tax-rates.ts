import { z } from 'zod'
import { Country } from './countries.ts'

/** A percentage as a decimal text: "21", "5.5". */
export const Percentage = z.string().regex(/^(100|\d{1,2}(\.\d{1,4})?)$/, 'validation.number')

/** The rate of a country from a day on, until a later row of the same country. */
export const TaxRate = z.object({
  country: Country,
  rate: Percentage,
  /** The first day, in the time zone of the seller. */
  from: z.iso.date('validation.invalid'),
})
export type TaxRate = z.infer<typeof TaxRate>

export const TaxRates = z
  .array(TaxRate)
  .max(500, 'validation.long')
  .refine(
    rates => new Set(rates.map(({ country, from }) => `${country} ${from}`)).size === rates.length,
    'validation.invalid',
  )
