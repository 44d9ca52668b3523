import { clearAccount } from './features/account-deletion/index.ts'
import { clearGoneArchives, makeArchive } from './features/data-exports/index.ts'
import { judgeRefusedSignIn, sendVerificationLetter } from './features/email-verification/index.ts'
import { sendQueuedMail } from './features/emails/index.ts'
import { sendRecoveryLetter } from './features/password-reset/index.ts'
import { makePreviewJob, spreadPreviewsJob } from './features/previews/index.ts'
import { fetchRemoteUpload } from './features/remote-uploads/index.ts'
import { readTextJob, spreadTextsJob } from './features/search/index.ts'
import { judgeQueuedSignUp, judgeUnlinkedVisit } from './features/sign-up/index.ts'
import { emptyLargeTrash } from './features/trash/index.ts'
import { issueUploadReceipt } from './features/upload-requests/index.ts'
import { endUploads } from './features/uploads/index.ts'
import type { AnyJob } from './jobs/job.ts'

/** Everything that is done in the background, each by the feature it belongs to. */
export const jobList: readonly AnyJob[] = [
  emptyLargeTrash,
  makePreviewJob,
  spreadPreviewsJob,
  readTextJob,
  spreadTextsJob,
  fetchRemoteUpload,
  sendQueuedMail,
  judgeQueuedSignUp,
  judgeUnlinkedVisit,
  sendVerificationLetter,
  judgeRefusedSignIn,
  sendRecoveryLetter,
  issueUploadReceipt,
  endUploads,
  clearAccount,
  makeArchive,
  clearGoneArchives,
]
