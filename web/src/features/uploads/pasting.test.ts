import { expect, test } from 'vitest'
import { nameImages } from './pasting.ts'

const NOW = new Date(2026, 10, 22, 10, 32)
const MINUTE = 60_000
const pasted = (name: string, type: string, age = 0): File =>
  new File(['x'], name, { type, lastModified: NOW.getTime() - age })
const namesOf = (...files: File[]) => nameImages(files, NOW).map(({ name }) => name)

test('names image data after the time of the paste', () => {
  expect(namesOf(pasted('image.png', 'image/png'))).toEqual([expect.stringMatching(/\.png$/)])
  expect(namesOf(pasted('image.png', 'image/png'))).not.toEqual(['image.png'])
})

test('a pasted file keeps its name', () => {
  const files = [
    pasted('harbour.png', 'image/png', MINUTE),
    pasted('image.png', 'image/png', MINUTE),
    pasted('log.pdf', 'application/pdf', MINUTE),
  ]
  expect(namesOf(...files)).toEqual(['harbour.png', 'image.png', 'log.pdf'])
})
