import { listCustomers } from '@coffer/contract/custom-folders'
import { listPeople, type Person } from '@coffer/contract/users'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** One of those that a list can be narrowed to. */
export interface Pick {
  id: string
  name: string
  note: string
  person?: Person['attributes']
}

const FRESH_MS = 30_000
export const CUSTOMERS = 'customers'

/** People by a part of their name or address, or by their id. Administrators alone may ask. */
export const peopleQuery = (query: string) =>
  queryOptions({
    queryKey: ['people', query],
    queryFn: async ({ signal }): Promise<Pick[]> => {
      const { data } = await api(listPeople, { query: { query } }, { signal })
      return data.map(({ id, attributes: person }) => {
        return { id, name: person.name, note: person.email, person }
      })
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })

/** Customers by a part of their folder's name, the member number, or the folder's id. */
export const customersQuery = (query: string) =>
  queryOptions({
    queryKey: [CUSTOMERS, query],
    queryFn: async ({ signal }): Promise<Pick[]> => {
      const { data } = await api(listCustomers, { query: { query } }, { signal })
      return data.map(({ id, attributes: { name, member_number } }) => {
        return { id, name, note: member_number }
      })
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
