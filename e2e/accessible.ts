import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What axe finds on the screen as it is, in light and in dark. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // There are no frames, so that the mode which needs no second window will do.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    // The themes differ in nothing but colours.
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(node => `${node.html} ${node.failureSummary}`),
    }))
    expect.soft(found, `${screen}, ${colorScheme}, ${page.viewportSize()?.width} px`).toEqual([])
  }
}
