import { countRecoveryCodes } from '@coffer/contract/two-factor'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const codesLeftQuery = queryOptions({
  queryKey: ['security', 'recovery-codes'],
  queryFn: async ({ signal }) => (await api(countRecoveryCodes, {}, { signal })).data.left,
})
