/** Tabs, devices and windows of one person. */
export const PAGES_AT_ONCE = 30

/** Whether a page that opens a channel is one of ours; a browser always says which it is. */
export function isOwnOrigin(origin: string | undefined, host: string): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  return new URL(origin).host === host
}
