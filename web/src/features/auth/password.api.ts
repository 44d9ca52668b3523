import { changePassword as change } from '@coffer/contract/auth'
import type { Request } from '@coffer/contract/endpoint'
import { api } from '../../lib/api.ts'

export const changePassword = (body: Request<typeof change>['body']) => api(change, { body })
