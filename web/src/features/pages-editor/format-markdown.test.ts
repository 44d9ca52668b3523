import { expect, it } from 'vitest'
import { type Format, formatMarkdown } from './format-markdown.ts'

const apply = (text: string, part: string, format: Format): string => {
  const start = text.indexOf(part)
  return formatMarkdown({ text, start, end: start + part.length }, format, 'text').text
}

it.each([
  ['bold', 'a **b** c'],
  ['italic', 'a _b_ c'],
  ['code', 'a `b` c'],
  ['link', 'a [b](https://) c'],
  ['heading', '## a b c'],
  ['quote', '> a b c'],
] as const)('%s formats the selection', (format, expected) => {
  expect(apply('a b c', 'b', format)).toBe(expected)
})

it('turns lines into a list', () => {
  expect(apply('one\ntwo\nthree', 'one\ntwo', 'numbered')).toBe('1. one\n2. two\nthree')
  expect(apply('x\none\ntwo', 'ne\ntw', 'list')).toBe('x\n- one\n- two')
})

it('inserts and selects a placeholder when nothing is selected', () => {
  const { text, start, end } = formatMarkdown({ text: 'a ', start: 2, end: 2 }, 'bold', 'text')
  expect([text, text.slice(start, end)]).toEqual(['a **text**', 'text'])
})
