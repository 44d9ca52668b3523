export { emailLanguage, findLanguage } from './email-language.repository.ts'
export { FILES_LISTED, type QueuedEmail } from './emails.job-types.ts'
export { sendQueuedMail } from './emails.jobs.ts'
export { deleteOldEmails, sendMail } from './emails.service.ts'
