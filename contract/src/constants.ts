/** APP-18: how long a toast is shown. */
export const TOAST_MS = 6000
/** APP-22: how long typing must rest before a field saves itself. */
export const AUTOSAVE_DEBOUNCE_MS = 150
/** ACC-19: how long signing out may take before a popup says so. */
export const LOGOUT_POPUP_DELAY_MS = 300
/** UPL-17: failures of one chunk before its upload has failed. */
export const CHUNK_RETRY_LIMIT = 3
/** NOTIF-3: the width of the notification centre. */
export const NOTIFICATION_PANEL_PX = 360
/** APP-18: the progress bar of a toast. */
export const PROGRESS_ANIMATION_MS = 6000

/** Behind a page's address: what could not be fetched is shown over it. */
export const FAILED_LINKS = 'failed-links'

export const PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 200
/** So many folders of a level does the tree take at once. */
export const TREE_PAGE_SIZE = 100
export const NAME_MAX_BYTES = 255
/** Folders in one another, counted from the root of someone's files. */
export const FOLDER_DEPTH_MAX = 100
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const LOCALES = ['en', 'es'] as const
export type Locale = (typeof LOCALES)[number]
/** HTTP-17: the language that an unknown one falls back to. */
export const FALLBACK_LOCALE = 'en' satisfies Locale
/** Arabic as nobody speaks it, by CLDR's name for it: right to left, for trying layouts. */
export const PSEUDO_LOCALE = 'ar-XB'

/** Pinged while the connection is lost. Apart from the rest of its contract to keep the first load small. */
export const PING_PATH = '/api/ping'
