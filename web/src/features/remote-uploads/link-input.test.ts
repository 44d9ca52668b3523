import { expect, it } from 'vitest'
import { lineErrors, linkError, linksIn } from './link-input.ts'

it('each line has one or several links, and empty lines none', () => {
  expect(linksIn('https://a.test/1\n\n  http://b.test/2 https://c.test/3\r\n')).toEqual([
    { line: 1, url: 'https://a.test/1' },
    { line: 3, url: 'http://b.test/2' },
    { line: 3, url: 'https://c.test/3' },
  ])
  expect(linksIn(' \n')).toEqual([])
})

it('adds a missing scheme', () => {
  expect(linksIn('example.test/a.pdf')).toEqual([{ line: 1, url: 'https://example.test/a.pdf' }])
})

it.each([
  ['https://a.test/1', null],
  ['hello', 'validation.url'],
  ['ftp://a.test/1', 'validation.url'],
  ['https://', 'validation.url'],
  [`https://a.test/${'x'.repeat(2000)}`, 'validation.long'],
])('%s', (url, error) => expect(linkError(url)).toBe(error))

it('shows an error of the server at the line of its link', () => {
  const links = linksIn('https://a.test\n\nhttp://10.0.0.1')
  expect(lineErrors(links, { 'urls.1': 'Not from here.' })).toEqual([
    { line: 3, error: 'Not from here.' },
  ])
})
