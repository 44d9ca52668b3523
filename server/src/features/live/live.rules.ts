/** Tabs, devices and windows of one person. */
export const CONNECTIONS_PER_USER = 30
