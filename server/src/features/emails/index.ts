export { PASSWORD_RESET_PATH } from './account-emails.ts'
export { languageOfCaller } from './caller-language.service.ts'
export { emailLanguage, findLanguage } from './email-language.repository.ts'
export {
  countRetriedEmails,
  FILES_LISTED,
  MAIL_JOBS,
  type QueuedEmail,
} from './emails.job-types.ts'
export { sendQueuedMail, sendUrgentMail } from './emails.jobs.ts'
export { emailsRoutes } from './emails.routes.ts'
export { deleteOldEmails, originOf, sendMail, sendMails } from './emails.service.ts'
export { sendTestMail } from './mail-test.service.ts'
