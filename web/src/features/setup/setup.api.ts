import { checkStatus, createAdmin } from '@coffer/contract/setup'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { updateConfig } from '../../lib/config.ts'
import { markSignedIn } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'

/** The one-time setup code, kept in memory because every setup call needs it. */
export const setupCode = createStore('')

export const statusQuery = (code: string) =>
  queryOptions({
    queryKey: ['setup', 'status-check', code],
    queryFn: async ({ signal }) => (await api(checkStatus, { body: { code } }, { signal })).data,
    enabled: code !== '',
    staleTime: 0,
  })

export async function finishInstallation(admin: {
  name: string
  email: string
  password: string
}): Promise<void> {
  await api(createAdmin, { body: { code: setupCode.get(), ...admin } })
  updateConfig({ installation: 'installation-done' })
  markSignedIn()
}
