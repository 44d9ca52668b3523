import { SaxesParser } from 'saxes'

export interface ParsedElement {
  name: string
  attributes: Record<string, string>
  children: ParsedElement[]
  text: string
}

/** Parses a document; throws if it is not well-formed or uses an undeclared prefix. */
export function parseXml(xml: string): ParsedElement {
  const root: ParsedElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.values(attributes).map(({ name, value }) => [name, value])
    const element = { name, attributes: Object.fromEntries(values), children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', text => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(xml).close()
  const [element] = root.children
  if (!element) throw new Error('No element')
  return element
}

/** Returns all elements at a path of names below an element. */
export function elementsAt(element: ParsedElement, path: string): ParsedElement[] {
  return path
    .split('/')
    .reduce<ParsedElement[]>(
      (found, name) => found.flatMap(each => each.children.filter(child => child.name === name)),
      [element],
    )
}

export const textsAt = (element: ParsedElement, path: string): string[] =>
  elementsAt(element, path).map(({ text }) => text)
