import { describe, expect, it } from 'vitest'
import { adminListQuery } from './admin-list.ts'
import { ListQuery } from './browse.ts'
import { TransactionQuery } from './transactions.ts'

describe('the direction of a list', () => {
  const query = adminListQuery(['name'], { sort: 'name', direction: 'asc' })

  it.each(['desc', 'DESC', 'Desc'])('is accepted as %s', direction => {
    expect(query.parse({ direction }).direction).toBe('desc')
    expect(TransactionQuery.parse({ direction }).direction).toBe('desc')
    expect(ListQuery.parse({ direction }).direction).toBe('DESC')
  })

  it('has a default and rejects other words', () => {
    expect(query.parse({}).direction).toBe('asc')
    expect(query.safeParse({ direction: 'down' }).success).toBe(false)
  })
})
