import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Checks the screen with axe, in light and dark mode. While a modal dialog is open, only the dialog is
 * checked, because the page behind it is inert.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // A page is loaded before its screen is rendered.
  await expect(page.locator('h1, dialog:modal, [aria-modal="true"]').first()).toBeAttached()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
    // The themes differ only in colours.
    const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined
    const found = await page.evaluate(findViolations, rules)
    expect.soft(found, `${screen}, ${colorScheme}, ${page.viewportSize()?.width} px`).toEqual([])
  }
}

/** Runs in the page. */
async function findViolations(rules: string[] | undefined): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const dialogs = document.querySelectorAll<HTMLElement>('dialog:modal, [aria-modal="true"]')
  const dialog = [...dialogs].findLast(one => one.checkVisibility())
  const { violations } = await axe.run(
    // The text layer of a PDF is transparent and lies over its image.
    { include: [dialog ?? document.documentElement], exclude: ['[data-page]'] },
    { resultTypes: ['violations'], ...(rules && { runOnly: rules }) },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
