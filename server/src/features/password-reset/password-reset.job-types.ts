import { AskedLetter } from '../email-verification/index.ts'

export const recoveryJob = { name: 'recovery.send', payload: AskedLetter, attempts: 5 }
