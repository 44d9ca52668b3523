import type { Locale } from '../constants.ts'
import { tokens as enTokens } from './en/access-tokens.ts'
import { account as enAccount } from './en/account.ts'
import { leaving as enLeaving } from './en/account-deletion.ts'
import { actions as enActions } from './en/actions.ts'
import { documents as enDocuments } from './en/documents.ts'
import { mail as enMail } from './en/emails.ts'
import { errors as enErrors } from './en/errors.ts'
import { files as enFiles } from './en/files.ts'
import { sharing as enSharing } from './en/guest-shares.ts'
import { news as enNews } from './en/notifications.ts'
import { places as enPlaces } from './en/pages.ts'
import { previews as enPreviews } from './en/previews.ts'
import { remote as enRemote } from './en/remote-uploads.ts'
import { search as enSearch } from './en/search.ts'
import { security as enSecurity } from './en/security.ts'
import { shares as enShares } from './en/shares.ts'
import { shell as enShell } from './en/shell.ts'
import { entry as enEntry } from './en/sign-in.ts'
import { storage as enStorage } from './en/storage.ts'
import { teams as enTeams } from './en/teams.ts'
import { trash as enTrash } from './en/trash.ts'
import { requests as enRequests } from './en/upload-requests.ts'
import { uploads as enUploads } from './en/uploads.ts'
import { zip as enZip } from './en/zip.ts'
import { tokens as esTokens } from './es/access-tokens.ts'
import { account as esAccount } from './es/account.ts'
import { leaving as esLeaving } from './es/account-deletion.ts'
import { actions as esActions } from './es/actions.ts'
import { documents as esDocuments } from './es/documents.ts'
import { mail as esMail } from './es/emails.ts'
import { errors as esErrors } from './es/errors.ts'
import { files as esFiles } from './es/files.ts'
import { sharing as esSharing } from './es/guest-shares.ts'
import { withMillions } from './es/millions.ts'
import { news as esNews } from './es/notifications.ts'
import { places as esPlaces } from './es/pages.ts'
import { previews as esPreviews } from './es/previews.ts'
import { remote as esRemote } from './es/remote-uploads.ts'
import { search as esSearch } from './es/search.ts'
import { security as esSecurity } from './es/security.ts'
import { shares as esShares } from './es/shares.ts'
import { shell as esShell } from './es/shell.ts'
import { entry as esEntry } from './es/sign-in.ts'
import { storage as esStorage } from './es/storage.ts'
import { teams as esTeams } from './es/teams.ts'
import { trash as esTrash } from './es/trash.ts'
import { requests as esRequests } from './es/upload-requests.ts'
import { uploads as esUploads } from './es/uploads.ts'
import { zip as esZip } from './es/zip.ts'

const en = {
  ...enAccount,
  ...enActions,
  ...enDocuments,
  ...enEntry,
  ...enErrors,
  ...enFiles,
  ...enLeaving,
  ...enMail,
  ...enNews,
  ...enPlaces,
  ...enRemote,
  ...enRequests,
  ...enSearch,
  ...enPreviews,
  ...enSecurity,
  ...enShares,
  ...enSharing,
  ...enShell,
  ...enStorage,
  ...enTeams,
  ...enTokens,
  ...enTrash,
  ...enUploads,
  ...enZip,
}

/** Every message of server and web. English sets the keys; another language must have them all. */
export type TranslationKey = keyof typeof en
/** What is said in several forms, by number. */
export type CountedKey = TranslationKey extends infer K
  ? K extends `${infer B}_other`
    ? B
    : never
  : never
export type Messages = Record<TranslationKey, string>

const es = withMillions({
  ...esAccount,
  ...esActions,
  ...esDocuments,
  ...esEntry,
  ...esErrors,
  ...esFiles,
  ...esLeaving,
  ...esMail,
  ...esNews,
  ...esPlaces,
  ...esRemote,
  ...esRequests,
  ...esSearch,
  ...esPreviews,
  ...esSecurity,
  ...esShares,
  ...esSharing,
  ...esShell,
  ...esStorage,
  ...esTeams,
  ...esTokens,
  ...esTrash,
  ...esUploads,
  ...esZip,
})

export const translations: Record<Locale, Messages> = { en, es }
