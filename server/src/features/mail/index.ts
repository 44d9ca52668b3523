export { sendQueuedMail } from './mail.jobs.ts'
export { FILES_LISTED } from './mail.kind.ts'
export { sendMail } from './mail.service.ts'
