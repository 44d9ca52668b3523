import { describe, expect, it } from 'vitest'
import { isWrongPage, linkOf, remoteName } from './remote-uploads.rules.ts'

const named = (link: string, disposition?: string, url = link) => ({
  link: new URL(link),
  url: new URL(url),
  disposition,
})
const attachment = (name: string) => `attachment; filename="${name}"`
const long = 'x'.repeat(300)

// R5
describe('the name of a fetched file', () => {
  it.each([
    [
      'comes from Content-Disposition',
      named('https://a.test/x', attachment('Report 7.pdf')),
      '',
      'Report 7.pdf',
    ],
    [
      'comes from Content-Disposition in any script',
      named('https://a.test/x', "attachment; filename*=UTF-8''%E8%A6%8B.txt"),
      '',
      '見.txt',
    ],
    [
      'omits folders of Content-Disposition',
      named('https://a.test/x', attachment('../../etc/passwd')),
      '',
      'passwd',
    ],
    [
      'omits folders of another operating system',
      named('https://a.test/x', attachment('C:\\\\temp\\\\a.txt')),
      '',
      'a.txt',
    ],
    [
      'comes from the link if Content-Disposition has no usable name',
      named('https://a.test/b.txt', attachment('..')),
      '',
      'b.txt',
    ],
    [
      'comes from the link if Content-Disposition is malformed',
      named('https://a.test/b.txt', ';;;'),
      '',
      'b.txt',
    ],
    [
      'comes from the link, decoded',
      named('https://a.test/d/caf%C3%A9%20menu.pdf?x=1'),
      '',
      'café menu.pdf',
    ],
    [
      'omits encoded folders of the link',
      named('https://a.test/..%2F..%2Fetc%2Fpasswd'),
      '.txt',
      'passwd.txt',
    ],
    ['comes from a link with invalid encoding', named('https://a.test/100%.txt'), '', '100%.txt'],
    [
      'comes from the redirect target',
      named('https://a.test/get', undefined, 'https://b.test/song.mp3'),
      '',
      'song.mp3',
    ],
    [
      'comes from the link if the redirect target has no extension',
      named('https://a.test/song.mp3', undefined, 'https://b.test/0a1b'),
      '',
      'song.mp3',
    ],
    [
      'gets the extension of its content if it has none',
      named('https://a.test/picture'),
      '.png',
      'picture.png',
    ],
    ['is download if nothing has a name', named('https://a.test/'), '.pdf', 'download.pdf'],
    ['is download if nothing is known', named('https://a.test/'), '', 'download'],
    ['omits control characters', named('https://a.test/a%00b%0d%0a.txt'), '', 'ab.txt'],
  ])('%s', (_, from, ending, name) => expect(remoteName(from, ending)).toBe(name))

  it('is at most as long as an item name may be, with its extension', () => {
    const name = remoteName(named(`https://a.test/${long}.pdf`), '')
    expect([name.length, name.slice(-4)]).toEqual([255, '.pdf'])
    expect(remoteName(named(`https://a.test/${long}`), '.png').slice(-4)).toBe('.png')
  })
})

// R4
describe('a web page', () => {
  it.each([
    ['https://a.test/report.pdf', undefined, true],
    ['https://a.test/data.csv', 'https://a.test/login', true],
    ['https://a.test/page.html', undefined, false],
    ['https://a.test/page.php', undefined, false],
    ['https://a.test/article', undefined, false],
    ['https://a.test/', undefined, false],
  ])('from %s, redirected to %s, is the wrong content: %s', (link, url, isWrong) =>
    expect(isWrongPage(named(link, undefined, url), 'text/html')).toBe(isWrong),
  )

  it('is not detected in other types', () =>
    expect(isWrongPage(named('https://a.test/report.pdf'), 'application/pdf')).toBe(false))
})

it('the fragment of a link is dropped', () => {
  expect(linkOf(' https://a.test/x#part ')?.href).toBe('https://a.test/x')
  expect(linkOf('not a link')).toBeNull()
})
