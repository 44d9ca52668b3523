const ROW = 'li, [role="row"], [role="treeitem"]'
const CONTROL = ':is(button, a[href], input, select, textarea, [tabindex="0"]):not(:disabled)'
const MENU = '[role="menu"]'
/** It comes back to whoever waits. */
const BUSY = '[data-loading]'

/** What has the focus, and all that it is in, up to the root. */
let line: readonly HTMLElement[] = []

/**
 * What has the focus may go away: a row that is removed, a toast whose button was pressed, a button
 * that can't be pressed any more. Browsers then leave the keyboard nowhere, and whoever listens hears
 * nothing. It goes on in the next row, or with what it was in.
 */
export function keepFocus(): void {
  const remember = () => {
    line = ancestorsOf(document.activeElement)
  }
  remember()
  addEventListener('focusin', remember)
  // Who points somewhere has left it.
  addEventListener('pointerdown', () => {
    line = []
  })
  new MutationObserver(passOn).observe(document.body, {
    ...{ childList: true, subtree: true },
    attributeFilter: ['disabled', 'hidden'],
  })
}

function ancestorsOf(from: Element | null): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let one = from; one instanceof HTMLElement; one = one.parentElement) found.push(one)
  return found
}

function passOn(changes: readonly MutationRecord[]): void {
  const [focused] = line
  const active = document.activeElement
  if (!focused || (active !== focused && active !== document.body)) return
  // A menu gives it back to what opened it.
  if (focused.closest(MENU)) return
  if (canHaveIt(focused)) {
    // A button that was busy is free again.
    if (changes.some(({ target, type }) => type === 'attributes' && target === focused))
      focused.focus({ preventScroll: true })
  } else if (!focused.isConnected || !focused.matches(BUSY)) {
    const heir = inNextRow(focused, changes) ?? around() ?? home()
    heir?.focus({ preventScroll: true })
  }
}

const canHaveIt = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && !element.closest('[hidden]')

function inNextRow(focused: Element, changes: readonly MutationRecord[]): HTMLElement | null {
  const isRowOfIt = (node: Node) =>
    node instanceof Element && node.matches(ROW) && node.contains(focused)
  const gone = changes.find(({ removedNodes }) => [...removedNodes].some(isRowOfIt))
  for (const row of [gone?.nextSibling, gone?.previousSibling]) {
    if (!(row instanceof HTMLElement && row.isConnected)) continue
    const heir = row.matches('[tabindex]') ? row : row.querySelector<HTMLElement>(CONTROL)
    if (heir) return heir
  }
  return null
}

/** A dialog or a region, which says what it is. The page as a whole is the last resort. */
const around = (): HTMLElement | undefined =>
  line.slice(1).find(element => element.matches('[tabindex]:not(main)') && canHaveIt(element))

const home = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main [role="grid"]') ?? document.querySelector('main')
