export { processQueuedSignUp, processUnlinkedVisit } from './sign-up.jobs.ts'
export { signUpRoutes } from './sign-up.routes.ts'
export { clearOldSignUps } from './sign-up.service.ts'
