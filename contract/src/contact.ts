import { z } from 'zod'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { TEXT_OF_LINES } from './names.ts'

const MAX_MESSAGE_LENGTH = 5000

export const ContactMessage = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(MAX_MESSAGE_LENGTH, 'validation.message.long')
  .regex(TEXT_OF_LINES, 'validation.invalid')

export const contactAdministrators = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  summary: 'Sends a message to the administrators by email.',
  body: z.object({
    email: Email,
    message: ContactMessage,
    /** ACC-24: token of the challenge `contact`; required while the bot check is on. */
    recaptcha: z.string().max(8192).optional(),
  }),
  status: 204,
})
