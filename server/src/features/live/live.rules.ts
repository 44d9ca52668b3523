/** Tabs, devices and windows of one person. */
export const PAGES_AT_ONCE = 30
