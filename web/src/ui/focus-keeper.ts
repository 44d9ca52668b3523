const ROW = 'li, [role="row"], [role="treeitem"]'
const CONTROL = ':is(button, a[href], input, select, textarea, [tabindex="0"]):not(:disabled)'
const MENU = '[role="menu"]'
/** A busy button gets the focus back later. */
const BUSY = '[data-loading]'

/** The focused element and its ancestors, up to the root. */
let focusPath: readonly HTMLElement[] = []

/**
 * Keeps the keyboard focus when the focused element is removed or disabled: a deleted row, a toast
 * whose button was pressed. Browsers then drop the focus, and screen readers say nothing. The focus
 * moves to the next row, or to the closest region.
 */
export function keepFocus(): void {
  const updatePath = () => {
    focusPath = ancestorsOf(document.activeElement)
  }
  updatePath()
  addEventListener('focusin', updatePath)
  // A pointer press means that the user left the element.
  addEventListener('pointerdown', () => {
    focusPath = []
  })
  new MutationObserver(moveFocus).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden'],
  })
}

function ancestorsOf(from: Element | null): HTMLElement[] {
  const ancestors: HTMLElement[] = []
  for (let element = from; element instanceof HTMLElement; element = element.parentElement)
    ancestors.push(element)
  return ancestors
}

function moveFocus(changes: readonly MutationRecord[]): void {
  const [focused] = focusPath
  const active = document.activeElement
  if (!focused || (active !== focused && active !== document.body)) return
  // A menu returns the focus to its trigger.
  if (focused.closest(MENU)) return
  if (canFocus(focused)) {
    // A busy button is enabled again.
    if (changes.some(({ target, type }) => type === 'attributes' && target === focused))
      focused.focus({ preventScroll: true })
  } else if (!focused.isConnected || !focused.matches(BUSY)) {
    const target = nextRowTarget(focused, changes) ?? closestRegion() ?? fallback()
    target?.focus({ preventScroll: true })
  }
}

const canFocus = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && !element.closest('[hidden]')

function nextRowTarget(focused: Element, changes: readonly MutationRecord[]): HTMLElement | null {
  const isRowWithFocus = (node: Node) =>
    node instanceof Element && node.matches(ROW) && node.contains(focused)
  const removal = changes.find(({ removedNodes }) => [...removedNodes].some(isRowWithFocus))
  for (const row of [removal?.nextSibling, removal?.previousSibling]) {
    if (!(row instanceof HTMLElement && row.isConnected)) continue
    const target = row.matches('[tabindex]') ? row : row.querySelector<HTMLElement>(CONTROL)
    if (target) return target
  }
  return null
}

/** A dialog or a region, which has a name. The page itself is the last resort. */
const closestRegion = (): HTMLElement | undefined =>
  focusPath.slice(1).find(element => element.matches('[tabindex]:not(main)') && canFocus(element))

/** The list of the page, in some pages the row that Tab reaches, or the page. */
const fallback = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(
    'main [role="grid"][tabindex], main [role="grid"] tr[tabindex="0"]',
  ) ?? document.querySelector('main')
