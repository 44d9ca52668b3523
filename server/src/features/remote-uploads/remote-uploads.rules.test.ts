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
describe('a fetched file is called', () => {
  it.each([
    [
      'as the other side says',
      named('https://a.test/x', attachment('Report 7.pdf')),
      '',
      'Report 7.pdf',
    ],
    [
      'as the other side says in any script',
      named('https://a.test/x', "attachment; filename*=UTF-8''%E8%A6%8B.txt"),
      '',
      '見.txt',
    ],
    [
      'without the folders that were said with it',
      named('https://a.test/x', attachment('../../etc/passwd')),
      '',
      'passwd',
    ],
    [
      'without the folders of another system',
      named('https://a.test/x', attachment('C:\\\\temp\\\\a.txt')),
      '',
      'a.txt',
    ],
    [
      'as in the link where nothing can be kept of what was said',
      named('https://a.test/b.txt', attachment('..')),
      '',
      'b.txt',
    ],
    [
      'as in the link where what was said makes no sense',
      named('https://a.test/b.txt', ';;;'),
      '',
      'b.txt',
    ],
    [
      'as in the link, in plain letters',
      named('https://a.test/d/caf%C3%A9%20menu.pdf?x=1'),
      '',
      'café menu.pdf',
    ],
    [
      'without folders that hid in the link',
      named('https://a.test/..%2F..%2Fetc%2Fpasswd'),
      '.txt',
      'passwd.txt',
    ],
    ['as in a link that is not written right', named('https://a.test/100%.txt'), '', '100%.txt'],
    [
      'as where it led to',
      named('https://a.test/get', undefined, 'https://b.test/song.mp3'),
      '',
      'song.mp3',
    ],
    [
      'as asked for where it led to something without an ending',
      named('https://a.test/song.mp3', undefined, 'https://b.test/0a1b'),
      '',
      'song.mp3',
    ],
    [
      'with the ending of its content where it has none',
      named('https://a.test/picture'),
      '.png',
      'picture.png',
    ],
    ['download where nothing has a name', named('https://a.test/'), '.pdf', 'download.pdf'],
    ['download where nothing is known at all', named('https://a.test/'), '', 'download'],
    ['without control characters', named('https://a.test/a%00b%0d%0a.txt'), '', 'ab.txt'],
  ])('%s', (_, from, ending, name) => expect(remoteName(from, ending)).toBe(name))

  it('at most as long as a name may be, with its ending', () => {
    const name = remoteName(named(`https://a.test/${long}.pdf`), '')
    expect([name.length, name.slice(-4)]).toEqual([255, '.pdf'])
    expect(remoteName(named(`https://a.test/${long}`), '.png').slice(-4)).toBe('.png')
  })
})

// R4
describe('a web page is taken', () => {
  it.each([
    ['https://a.test/report.pdf', undefined, true],
    ['https://a.test/data.csv', 'https://a.test/login', true],
    ['https://a.test/page.html', undefined, false],
    ['https://a.test/page.php', undefined, false],
    ['https://a.test/article', undefined, false],
    ['https://a.test/', undefined, false],
  ])('behind %s for the wrong thing: %s, %s', (link, url, isWrong) =>
    expect(isWrongPage(named(link, undefined, url), 'text/html')).toBe(isWrong),
  )

  it('never for something else', () =>
    expect(isWrongPage(named('https://a.test/report.pdf'), 'application/pdf')).toBe(false))
})

it('a link is asked for without what stands behind #', () => {
  expect(linkOf(' https://a.test/x#part ')?.href).toBe('https://a.test/x')
  expect(linkOf('not a link')).toBeNull()
})
