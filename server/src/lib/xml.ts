import { escapeMarkup } from './markup.ts'

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  content: string | readonly XmlElement[]
}

/** Elements that are undefined are left out. */
export function element(
  name: string,
  content: string | readonly (XmlElement | undefined)[],
  attributes: Record<string, string> = {},
): XmlElement {
  return {
    name,
    attributes,
    content: typeof content === 'string' ? content : content.filter(each => each !== undefined),
  }
}

/** Writes an element as a document of its own, in UTF-8 without white space between elements. */
export const writeXml = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(root)}\n`

function written({ name, attributes, content }: XmlElement): string {
  const start = Object.entries(attributes).reduce(
    (text, [key, value]) => `${text} ${key}="${escapeMarkup(allowed(value))}"`,
    name,
  )
  const inner =
    typeof content === 'string' ? escapeMarkup(allowed(content)) : content.map(written).join('')
  return `<${start}>${inner}</${name}>`
}

/** Removes characters that XML 1.0 cannot contain, even escaped. */
const allowed = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
