/** APP-18: duration of a toast. */
export const TOAST_MS = 6000
/** APP-22: pause in typing before a field saves automatically. */
export const AUTOSAVE_DEBOUNCE_MS = 150
/** ACC-19: delay before the sign-out popup appears. */
export const LOGOUT_POPUP_DELAY_MS = 300
/** UPL-17: failed attempts of one chunk before its upload fails. */
export const CHUNK_RETRY_LIMIT = 3
/** NOTIF-3: width of the notification centre. */
export const NOTIFICATION_PANEL_PX = 360
/** APP-18: duration of a toast's progress bar. */
export const PROGRESS_ANIMATION_MS = 6000

/** URL fragment of a page that shows the failed files of links. */
export const FAILED_LINKS = 'failed-links'

export const PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 200
/** Folders per page of a tree level. */
export const TREE_PAGE_SIZE = 100
export const NAME_MAX_BYTES = 255
/** Maximum nesting depth of folders, counted from the owner's root. */
export const MAX_FOLDER_DEPTH = 100
/** Folders take no storage, so nothing else limits how many guests create. */
export const MAX_FOLDERS_PER_UPLOAD_REQUEST = 1000
export const MAX_FOLDERS_PER_SHARE = 10_000
export const PASSWORD_MIN = 8
export const MAX_PASSWORD_LENGTH = 128
/** Languages that come with the product; administrators add others. */
export const PRODUCT_LOCALES = ['en', 'es'] as const
export type ProductLocale = (typeof PRODUCT_LOCALES)[number]
/** BCP 47 tag of a language, which may no longer be installed. */
export type Locale = string

/**
 * Parts in which messages are loaded: `admin` only by the admin area and the setup wizard, `billing`
 * only by pages of billing. `server` has those that the server sends or shows itself, such as problems
 * and emails.
 */
export const TRANSLATION_PARTS = ['app', 'admin', 'billing', 'server'] as const
export type TranslationPart = (typeof TRANSLATION_PARTS)[number]
/** HTTP-17: fallback for unknown languages. */
export const FALLBACK_LOCALE = 'en' satisfies ProductLocale
/** Pseudo-locale by its CLDR name: right to left, for testing layouts. */
export const PSEUDO_LOCALE = 'ar-XB'

/** Polled while the connection is lost. Separate from its endpoint to keep the first load small. */
export const PING_PATH = '/api/ping'

/** Header that identifies the calling page, so that it is not notified of its own changes. */
export const CLIENT_HEADER = 'x-client-id'
