import type { Locator, Page } from '@playwright/test'

/** Goes on with Tab until the focus is where it is wanted. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const isThere = () => target.evaluate(element => element === document.activeElement)
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isThere()) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab never came to ${target}.`)
}
