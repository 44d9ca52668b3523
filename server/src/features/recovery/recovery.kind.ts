import { AskedLetter } from '../addresses/index.ts'

export const recoveryJob = { name: 'recovery.send', payload: AskedLetter, attempts: 5 }
