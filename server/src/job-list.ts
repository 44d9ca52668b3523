import { deleteAccountData } from './features/account-deletion/index.ts'
import { recordRefusedSignInJob } from './features/auth/index.ts'
import { createExportJob, deleteExpiredExports } from './features/data-exports/index.ts'
import {
  sendVerificationEmailJob,
  verifyAfterRefusedSignIn,
} from './features/email-verification/index.ts'
import { sendQueuedMail, sendUrgentMail } from './features/emails/index.ts'
import { forgetMethodAtGateway } from './features/gateways/index.ts'
import { createInvoicePdf } from './features/invoices/index.ts'
import { sendPasswordResetJob } from './features/password-reset/index.ts'
import { collectAllDebts, collectInvoice, payDebtsFromBalance } from './features/payments/index.ts'
import { copyPlanToGateways, withdrawPlanFromGateway } from './features/plans/index.ts'
import { makePreviewJob, queuePreviewsJob } from './features/previews/index.ts'
import { fetchRemoteUpload } from './features/remote-uploads/index.ts'
import { queueTextsJob, readTextJob } from './features/search/index.ts'
import { processQueuedSignUp, processUnlinkedVisit } from './features/sign-up/index.ts'
import {
  applyPlansToAll,
  endSubscriptionAtGateway,
  syncWithGateway,
} from './features/subscriptions/index.ts'
import { emptyLargeTrash } from './features/trash/index.ts'
import { issueUploadReceipt } from './features/upload-requests/index.ts'
import { endUploads } from './features/uploads/index.ts'
import { runUserTask } from './features/users/index.ts'
import type { AnyJob } from './jobs/job.ts'

/** All background jobs. */
export const jobList: readonly AnyJob[] = [
  emptyLargeTrash,
  makePreviewJob,
  queuePreviewsJob,
  readTextJob,
  queueTextsJob,
  fetchRemoteUpload,
  sendQueuedMail,
  sendUrgentMail,
  processQueuedSignUp,
  processUnlinkedVisit,
  sendVerificationEmailJob,
  verifyAfterRefusedSignIn,
  recordRefusedSignInJob,
  sendPasswordResetJob,
  issueUploadReceipt,
  endUploads,
  deleteAccountData,
  runUserTask,
  createExportJob,
  createInvoicePdf,
  deleteExpiredExports,
  copyPlanToGateways,
  applyPlansToAll,
  syncWithGateway,
  endSubscriptionAtGateway,
  withdrawPlanFromGateway,
  collectInvoice,
  collectAllDebts,
  payDebtsFromBalance,
  forgetMethodAtGateway,
]
