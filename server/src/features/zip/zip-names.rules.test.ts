import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeName, uniqueNames } from './zip-names.rules.ts'

// P3
// Z1
it.each([
  ['notes.txt', 'notes.txt'],
  ['Größe ñ 数.txt', 'Größe ñ 数.txt'],
  ['a\\b.txt', 'a_b.txt'],
  ['..\\..\\evil', '.._.._evil'],
  ['/etc/passwd', '_etc_passwd'],
  ['C:\\temp', 'C__temp'],
  ['..', '__'],
  ['.', '_'],
  ['a.txt.', 'a.txt_'],
  ['trailing ', 'trailing_'],
  ['CON', '_CON'],
  ['aux.c', '_aux.c'],
  ['console.log', 'console.log'],
  ['what?.txt', 'what_.txt'],
  ['\ud800.txt', '\ufffd.txt'],
  ['.hidden', '.hidden'],
])('%j becomes %j in an archive', (name, safe) => {
  expect(safeName(name)).toBe(safe)
})

// Z1
it('no name leaves its folder, is a reserved device name or occurs twice', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 6 }), names => {
      const nameOf = uniqueNames()
      const uniqueNamesGiven = names.map(nameOf)
      for (const name of uniqueNamesGiven) {
        expect(name).toMatch(/^[^\\/:]+$/)
        expect(name).not.toMatch(/[. ]$/)
      }
      expect(new Set(uniqueNamesGiven.map(name => name.toLowerCase())).size).toBe(names.length)
    }),
  )
})

// Z1
it('equal names get numbers, also if they differ only outside an archive', () => {
  const nameOf = uniqueNames()
  expect(['a.txt', 'A.txt', 'a.txt', 'x:y', 'x_y', 'a (2).txt'].map(nameOf)).toEqual([
    'a.txt',
    'A (2).txt',
    'a (3).txt',
    'x_y',
    'x_y (2)',
    'a (2) (2).txt',
  ])
})
