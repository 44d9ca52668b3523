import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

/** Minified, as each page compiles it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Checks the screen with axe, in both themes, the current one first. While a modal dialog is open, only
 * the dialog is checked, because the page behind it is inert.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // A page is loaded before its screen is rendered.
  await expect(page.locator('h1, dialog:modal, [aria-modal="true"]').first()).toBeAttached()
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [current, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  for (const colorScheme of [current, other]) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // The themes differ only in colours.
    const rules = colorScheme === other ? ['color-contrast', 'link-in-text-block'] : undefined
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
