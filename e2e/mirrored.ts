import { pseudo } from '@coffer/contract'
import { expect, type Page } from '@playwright/test'

/** Untranslated texts on a screen: names of users, files and devices, and URLs. */
const NAMES = /Ada|Coffer|example|harbour|Harbour|Invoice|Contract|Chrome/

/** Checks a screen with right-to-left texts that are longer than in most languages. */
export async function expectMirrored(page: Page, screen: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const where = `${screen}, ${page.viewportSize()?.width} px`
  const problems = await page.evaluate(findFaults)
  expect.soft(problems.beyond, `${where}: beyond the edge`).toEqual([])
  expect.soft(problems.clipped, `${where}: cut off`).toEqual([])
  const untranslated = problems.words.filter(words => /[a-z]{3}/.test(words) && !NAMES.test(words))
  expect.soft(untranslated, `${where}: not from the messages`).toEqual([])
}

/** Runs in the page. */
function findFaults(): { beyond: string[]; clipped: string[]; words: string[] } {
  const width = document.documentElement.clientWidth
  const seen = [...document.body.querySelectorAll<HTMLElement>('*')].filter(element =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  )
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ${element.textContent?.slice(0, 40)}`
  const isCut = (element: HTMLElement) => {
    for (let at: HTMLElement | null = element; at; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible' && at !== document.documentElement)
        return true
    return false
  }
  const beyond = seen.filter(element => {
    const { left, right, width: own, height } = element.getBoundingClientRect()
    if (own <= 1 || height <= 1 || (left >= -1 && right <= width + 1)) return false
    return !isCut(element)
  })
  const controls = seen.filter(element =>
    element.matches('button, a, label, summary, [role="tab"]'),
  )
  const clipped = controls.filter(control => {
    if (getComputedStyle(control).position === 'fixed') return false
    return [control, ...control.querySelectorAll<HTMLElement>('*')].some(part => {
      const style = getComputedStyle(part)
      // An ellipsis marks a truncated name.
      if (style.overflowX === 'visible' || style.textOverflow === 'ellipsis') return false
      const isText = [...part.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE)
      return isText && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1
    })
  })
  const words = seen
    .filter(({ tagName }) => !['SCRIPT', 'STYLE', 'OPTION', 'TITLE', 'KBD'].includes(tagName))
    .flatMap(element => [...element.childNodes])
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(({ textContent }) => textContent ?? '')
  return { beyond: beyond.map(nameOf), clipped: clipped.map(nameOf), words }
}

/** Renders a message as the pseudo-locale shows it. */
export const translated = (message: string): RegExp =>
  new RegExp(`^${pseudo(message).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
