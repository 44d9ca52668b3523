import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

const DIGITS = 12
const LEADING_ONE = 10 ** DIGITS

/**
 * Generates ids in SQL: a new id whose last twelve digits are replaced by numbers that count up in
 * the given order from a random start.
 */
export function numberedIds(freshId: string, order: RawBuilder<unknown>): RawBuilder<string> {
  const start = LEADING_ONE + randomInt(2 ** 39)
  const number = sql`cast(${start} + row_number() over (order by ${order}) as bigint)`
  return sql`${freshId.slice(0, -DIGITS)} || substr(cast(${number} as text), 2)`
}
