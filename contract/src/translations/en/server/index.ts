import { joinMessages } from '../../join-messages.ts'
import { emails } from './emails.ts'
import { errors } from './errors.ts'
import { invoiceLines } from './invoice-lines.ts'
import { maintenance } from './maintenance.ts'

/** Messages that the server sends or shows itself, which few pages load. */
export const server = joinMessages(emails, errors, invoiceLines, maintenance)
