import type { ProductLocale, TranslationPart } from '../constants.ts'
import { accessTokens as enAccessTokens } from './en/access-tokens.ts'
import { account as enAccount } from './en/account.ts'
import { accountDeletion as enAccountDeletion } from './en/account-deletion.ts'
import { actions as enActions } from './en/actions.ts'
import { admin as enAdmin } from './en/admin/index.ts'
import { billing as enBilling } from './en/billing/index.ts'
import { documents as enDocuments } from './en/documents.ts'
import { files as enFiles } from './en/files.ts'
import { guestShares as enGuestShares } from './en/guest-shares.ts'
import { notifications as enNotifications } from './en/notifications.ts'
import { pages as enPages } from './en/pages.ts'
import { previews as enPreviews } from './en/previews.ts'
import { remoteUploads as enRemoteUploads } from './en/remote-uploads.ts'
import { search as enSearch } from './en/search.ts'
import { security as enSecurity } from './en/security.ts'
import { server as enServer } from './en/server/index.ts'
import { shares as enShares } from './en/shares.ts'
import { shell as enShell } from './en/shell.ts'
import { signIn as enSignIn } from './en/sign-in.ts'
import { storage as enStorage } from './en/storage.ts'
import { teams as enTeams } from './en/teams.ts'
import { trash as enTrash } from './en/trash.ts'
import { uploadRequests as enUploadRequests } from './en/upload-requests.ts'
import { uploads as enUploads } from './en/uploads.ts'
import { validation as enValidation } from './en/validation.ts'
import { zip as enZip } from './en/zip.ts'
import { accessTokens as esAccessTokens } from './es/access-tokens.ts'
import { account as esAccount } from './es/account.ts'
import { accountDeletion as esAccountDeletion } from './es/account-deletion.ts'
import { actions as esActions } from './es/actions.ts'
import { admin as esAdmin } from './es/admin/index.ts'
import { billing as esBilling } from './es/billing/index.ts'
import { documents as esDocuments } from './es/documents.ts'
import { files as esFiles } from './es/files.ts'
import { guestShares as esGuestShares } from './es/guest-shares.ts'
import { withMillions } from './es/millions.ts'
import { notifications as esNotifications } from './es/notifications.ts'
import { pages as esPages } from './es/pages.ts'
import { previews as esPreviews } from './es/previews.ts'
import { remoteUploads as esRemoteUploads } from './es/remote-uploads.ts'
import { search as esSearch } from './es/search.ts'
import { security as esSecurity } from './es/security.ts'
import { server as esServer } from './es/server/index.ts'
import { shares as esShares } from './es/shares.ts'
import { shell as esShell } from './es/shell.ts'
import { signIn as esSignIn } from './es/sign-in.ts'
import { storage as esStorage } from './es/storage.ts'
import { teams as esTeams } from './es/teams.ts'
import { trash as esTrash } from './es/trash.ts'
import { uploadRequests as esUploadRequests } from './es/upload-requests.ts'
import { uploads as esUploads } from './es/uploads.ts'
import { validation as esValidation } from './es/validation.ts'
import { zip as esZip } from './es/zip.ts'
import { joinMessages } from './join-messages.ts'

const en = joinMessages(
  enAccount,
  enActions,
  enDocuments,
  enSignIn,
  enFiles,
  enAccountDeletion,
  enNotifications,
  enPages,
  enRemoteUploads,
  enUploadRequests,
  enSearch,
  enPreviews,
  enSecurity,
  enShares,
  enGuestShares,
  enShell,
  enStorage,
  enTeams,
  enAccessTokens,
  enTrash,
  enUploads,
  enValidation,
  enZip,
  enAdmin,
  enBilling,
  enServer,
)

/** Keys of all messages. English defines them; other languages must have the same keys. */
export type TranslationKey = keyof typeof en
/** Keys of messages with plural forms, without the suffix. */
export type CountedKey = TranslationKey extends infer K
  ? K extends `${infer B}_other`
    ? B
    : never
  : never
export type Messages = Record<TranslationKey, string>

const joinSpanish = (): Messages =>
  withMillions(
    joinMessages(
      esAccount,
      esActions,
      esDocuments,
      esSignIn,
      esFiles,
      esAccountDeletion,
      esNotifications,
      esPages,
      esRemoteUploads,
      esUploadRequests,
      esSearch,
      esPreviews,
      esSecurity,
      esShares,
      esGuestShares,
      esShell,
      esStorage,
      esTeams,
      esAccessTokens,
      esTrash,
      esUploads,
      esValidation,
      esZip,
      esAdmin,
      esBilling,
      esServer,
    ),
  )

let spanish: Messages | undefined

/** The messages of each language; those that few processes need are joined when they are first read. */
export const translations: Readonly<Record<ProductLocale, Messages>> = {
  en,
  get es() {
    spanish ??= joinSpanish()
    return spanish
  },
}

/** The part a message belongs to. Plural forms that English lacks belong to the part of `_other`. */
export function translationPartOf(key: string): TranslationPart {
  const isIn = (messages: object) =>
    key in messages || key.replace(/_[a-z]+$/, '_other') in messages
  if (isIn(enAdmin)) return 'admin'
  if (isIn(enBilling)) return 'billing'
  return isIn(enServer) ? 'server' : 'app'
}
