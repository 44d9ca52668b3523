import type { CDPSession, Page } from '@playwright/test'

const sessions: CDPSession[] = []

/** Opens the developer tools of a page. Their settings, such as a slow network, end with the test. */
export async function openDevtools(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  sessions.push(session)
  return session
}

/** Pages that were closed have ended their sessions themselves. */
export async function closeDevtools(): Promise<void> {
  await Promise.allSettled(sessions.splice(0).map(session => session.detach()))
}
