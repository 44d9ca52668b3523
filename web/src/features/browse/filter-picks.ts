import { listCustomers } from '@coffer/contract/custom-folders'
import { listPeople, type Person } from '@coffer/contract/users'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** A person or customer to filter by. */
export interface FilterOption {
  id: string
  name: string
  note: string
  person?: Person['attributes']
}

const STALE_MS = 30_000
export const CUSTOMERS = 'customers'

/** Finds people by part of their name or address, or by id. For administrators only. */
export const peopleQuery = (query: string) =>
  queryOptions({
    queryKey: ['people', query],
    queryFn: async ({ signal }): Promise<FilterOption[]> => {
      const { data } = await api(listPeople, { query: { query } }, { signal })
      return data.map(({ id, attributes: person }) => {
        return { id, name: person.name, note: person.email, person }
      })
    },
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })

/** Finds customers by part of their folder's name, by member number or by folder id. */
export const customersQuery = (query: string) =>
  queryOptions({
    queryKey: [CUSTOMERS, query],
    queryFn: async ({ signal }): Promise<FilterOption[]> => {
      const { data } = await api(listCustomers, { query: { query } }, { signal })
      return data.map(({ id, attributes: { name, member_number } }) => {
        return { id, name, note: member_number }
      })
    },
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })
