export const FORMATS = [
  'heading',
  'bold',
  'italic',
  'link',
  'list',
  'numbered',
  'quote',
  'code',
] as const
export type Format = (typeof FORMATS)[number]

export interface Selected {
  text: string
  start: number
  end: number
}

const AROUND: Partial<Record<Format, readonly [before: string, after: string]>> = {
  bold: ['**', '**'],
  italic: ['_', '_'],
  code: ['`', '`'],
  link: ['[', '](https://)'],
}

const LINE_STARTS: Partial<Record<Format, (index: number) => string>> = {
  heading: () => '## ',
  list: () => '- ',
  numbered: index => `${index + 1}. `,
  quote: () => '> ',
}

/**
 * Applies a format to the selected part of a Markdown text.
 * @param placeholder the text when nothing is selected
 */
export function formatMarkdown(selected: Selected, format: Format, placeholder: string): Selected {
  const { text, start, end } = selected
  const around = AROUND[format]
  if (around) {
    const [before, after] = around
    const inner = text.slice(start, end) || placeholder
    const formatted = text.slice(0, start) + before + inner + after + text.slice(end)
    const first = start + before.length
    return { text: formatted, start: first, end: first + inner.length }
  }
  const lineStart = LINE_STARTS[format] ?? (() => '')
  const first = text.lastIndexOf('\n', start - 1) + 1
  const lines = text
    .slice(first, end)
    .split('\n')
    .map((line, index) => lineStart(index) + line)
    .join('\n')
  return {
    text: text.slice(0, first) + lines + text.slice(end),
    start: start + lineStart(0).length,
    end: first + lines.length,
  }
}
