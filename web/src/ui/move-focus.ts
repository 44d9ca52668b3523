import type { KeyboardEvent } from 'react'

/** Where keys move the focus from an element of a list: to its neighbours in a circle, or its ends. */
export function destinationOf(
  key: string,
  { elements, index }: { elements: readonly HTMLElement[]; index: number },
  [previous, next]: readonly [previous: string, next: string],
): HTMLElement | undefined {
  switch (key) {
    case next:
      return elements[(index + 1) % elements.length]
    case previous:
      return elements.at(index === -1 ? -1 : index - 1)
    case 'Home':
      return elements[0]
    case 'End':
      return elements.at(-1)
    default:
      return undefined
  }
}

/** The elements that the focus moves between, and the place of the one where a key was pressed. */
export function focusableIn(event: KeyboardEvent<HTMLElement>, selector: string) {
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  return { elements, index: elements.indexOf(event.target as HTMLElement) }
}
