import { expect, it } from 'vitest'
import {
  filesThatFitRequest,
  hasArrived,
  isRequested,
  namesOfMissing,
  statusOf,
} from './upload-requests.rules.ts'

const NOW = new Date('2026-05-01T12:00:00Z')
const limits = { max_files: 2, max_bytes: 10, received_files: 0, received_bytes: 0 }

it.each([
  ['active', null, 0, 'active'],
  ['active', 1, 0, 'active'],
  ['active', 0, 0, 'expired'],
  ['active', 0, 1, 'filled'],
  ['filled', 1, 0, 'filled'],
  ['expired', 1, 1, 'expired'],
] as const)('%s, ending in %s ms with %d files, is %s … %s', (status, inMs, received_files, is) => {
  const expires_at = inMs === null ? null : NOW.getTime() + inMs
  const request = { status, expires_at, received_files, folder_id: 'folder' }
  expect(statusOf(request, NOW)).toBe(is)
})

it.each([
  [0, 'expired'],
  [1, 'filled'],
] as const)('a request with %d files whose folder is deleted is %s', (received_files, is) => {
  const request = { status: 'active', expires_at: null, received_files, folder_id: null } as const
  expect(statusOf(request, NOW)).toBe(is)
})

it('only the last extension of a name counts, in any case', () => {
  const names = ['a.PDF', 'a.pdf.exe', 'pdf', '.pdf', 'a.jpg']
  expect(names.filter(name => isRequested(['pdf', 'jpg'], name))).toEqual(['a.PDF', 'a.jpg'])
  expect(names.every(name => isRequested(null, name))).toBe(true)
})

it('skips files that do not fit, and counts none for those that replace others', () => {
  const added = (...sizes: number[]) => sizes.map(bytes => ({ bytes, isReplacing: false }))
  const replacing = { bytes: 1, isReplacing: true }
  expect(filesThatFitRequest(limits, added(6, 6, 4, 1))).toEqual([true, false, true, false])
  expect(
    filesThatFitRequest({ ...limits, max_bytes: null }, [...added(6, 4, 1), replacing]),
  ).toEqual([true, true, false, true])
  const unlimited = { ...limits, max_files: null, max_bytes: null }
  expect(filesThatFitRequest(unlimited, added(1, 2))).toEqual([true, true])
})

it('a document without a subcategory has arrived with any', () => {
  const arrived = [{ document_type_id: 'id', subcategory_id: 'front' }]
  expect(hasArrived({ document_type_id: 'id', subcategory_id: null }, arrived)).toBe(true)
  expect(hasArrived({ document_type_id: 'id', subcategory_id: 'back' }, arrived)).toBe(false)
})

it('lists missing documents and shortens a long list', () => {
  const documents = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(type_name => ({
    type_name,
    subcategory_name: type_name === 'B' ? 'back' : null,
    isMissing: type_name !== 'A',
  }))
  expect(namesOfMissing(documents)).toBe('B · back, C, D, E, F, …')
  expect(namesOfMissing(documents.slice(0, 3))).toBe('B · back, C')
  expect(namesOfMissing(documents.slice(0, 1))).toBe('')
})
