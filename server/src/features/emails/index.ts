export { findLanguage, letterLanguage } from './email-language.repository.ts'
export { FILES_LISTED, type Order } from './emails.job-types.ts'
export { sendQueuedMail } from './emails.jobs.ts'
export { clearOldLetters, sendMail } from './emails.service.ts'
