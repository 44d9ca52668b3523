import { contactAdministrators } from '@coffer/contract/contact'
import { api } from '../../lib/api.ts'

export async function sendMessage(body: {
  email: string
  message: string
  recaptcha: string | undefined
}): Promise<void> {
  await api(contactAdministrators, { body })
}
