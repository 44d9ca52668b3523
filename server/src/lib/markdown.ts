import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** The id of a heading: its words, joined by hyphens. */
const slugOf = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&[#\w]+;/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** Gives every heading an id, so that links can lead to it. */
function withHeadingIds(html: string): string {
  const used = new Map<string, number>()
  return html.replace(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level: string, text: string) => {
    const base = slugOf(text) || 'section'
    const count = used.get(base) ?? 0
    used.set(base, count + 1)
    const id = count === 0 ? base : `${base}-${count + 1}`
    // The page's title is its h1, so the headings of the text start below it.
    const rank = Math.max(2, Number(level))
    const linked = text.includes('<a ') ? text : `<a href="#${id}">${text}</a>`
    return `<h${rank} id="${id}">${linked}</h${rank}>`
  })
}

/** Renders GitHub's Markdown. Raw HTML is shown as text, and links to scripts get no address. */
export const renderMarkdown = (text: string): string =>
  withHeadingIds(micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }))

/** The beginning of the text without its markup, for search engines and link previews. */
export function plainSummary(text: string, length = 200): string {
  const plain = micromark(text)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain.length <= length) return plain
  const cut = plain.slice(0, length)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2))}…`
}
