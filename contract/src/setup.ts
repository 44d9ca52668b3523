import { z } from 'zod'
import { Password, PersonName } from './account.ts'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'

export const CHECKS = ['runtime', 'database', 'storage', 'secret'] as const
export type Check = (typeof CHECKS)[number]

/** SETUP-1: steps of the wizard, in order. */
export const SETUP_STEPS = [
  'status-check',
  'purchase-code',
  'database',
  'environment',
  'app-setup',
  'admin-setup',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Every setup call carries the one-time code that the server printed, unless the link contains it. */
export const SetupCode = z.string().trim().min(1).max(64)

export const checkStatus = endpoint({
  method: 'POST',
  path: '/api/setup/status-check',
  access: 'setup',
  summary: 'Checks whether this server meets the requirements of Coffer.',
  body: z.object({ code: SetupCode }),
  response: z.object({
    data: z.array(z.object({ check: z.enum(CHECKS), passed: z.boolean(), detail: z.string() })),
  }),
})

export const createAdmin = endpoint({
  method: 'POST',
  path: '/api/setup/admin-setup',
  aliases: ['/admin-setup'],
  access: 'setup',
  summary: 'Creates the first administrator, completes the installation and opens a session.',
  body: z.object({ code: SetupCode, name: PersonName, email: Email, password: Password }),
  response: z.object({ data: z.object({ id: z.string(), type: z.literal('user') }) }),
  status: 201,
})
