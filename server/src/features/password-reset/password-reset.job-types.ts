import { EmailRequest } from '../email-verification/index.ts'

export const passwordResetJob = { name: 'password-reset.send', payload: EmailRequest, attempts: 5 }
