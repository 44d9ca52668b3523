export { findLanguage, letterLanguage } from './letter-language.repository.ts'
export { sendQueuedMail } from './mail.jobs.ts'
export { FILES_LISTED, type Order } from './mail.kind.ts'
export { clearOldLetters, sendMail } from './mail.service.ts'
