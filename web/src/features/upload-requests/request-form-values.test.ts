import type { UploadRequest } from '@coffer/contract/upload-requests'
import { expect, it } from 'vitest'
import { changedTerms, hasLimits, termsOf, validateForm, valuesOf } from './request-form-values.ts'

const request = (attributes: Partial<UploadRequest['attributes']>): UploadRequest =>
  ({
    attributes: {
      name: 'Papers',
      note: null,
      max_files: null,
      max_bytes: null,
      allowed_types: null,
      documents: [],
      ...attributes,
    },
  }) as unknown as UploadRequest

it('an unchanged request is sent back as it was', () => {
  const terms = { note: 'Soon', max_files: 3, max_bytes: 1_500_000, allowed_types: ['pdf', 'jpg'] }
  const values = valuesOf(request(terms), 'en')
  expect(values).toMatchObject({ maxSize: '1.5', unit: 'MB', types: 'pdf, jpg', hours: 'kept' })
  expect(termsOf(values, 'en')).toEqual({ name: 'Papers', ...terms })
})

it('sends only what was edited', () => {
  const terms = { note: 'Soon', max_files: 3, max_bytes: 1_500_000, allowed_types: ['pdf', 'jpg'] }
  const start = valuesOf(request(terms), 'en')
  expect(changedTerms(start, start, 'en')).toEqual({})
  expect(changedTerms(start, { ...start, types: 'pdf', hours: '24' }, 'en')).toEqual({
    allowed_types: ['pdf'],
    expiration: 24,
  })
  expect(changedTerms(start, { ...start, note: '', maxFiles: '' }, 'en')).toEqual({
    note: null,
    max_files: null,
  })
})

it('shows round sizes in gigabytes', () => {
  const values = valuesOf(request({ max_bytes: 2_000_000_000 }), 'en')
  expect([values.maxSize, values.unit]).toEqual(['2', 'GB'])
  expect(termsOf(values, 'en').max_bytes).toBe(2_000_000_000)
})

it('reads sizes with a comma, and empty fields as no limit', () => {
  const values = { ...valuesOf(null, 'en'), maxSize: '0,5' }
  expect(termsOf(values, 'en').max_bytes).toBe(500_000)
  expect(termsOf(valuesOf(null, 'en'), 'en')).toMatchObject({ max_bytes: null, max_files: null })
  expect([hasLimits(values), hasLimits(valuesOf(null, 'en'))]).toEqual([true, false])
})

it('rejects invalid limits', () => {
  for (const maxFiles of ['few', '0', '1.5', '-2'])
    expect(Object.keys(validateForm({ ...valuesOf(null, 'en'), maxFiles }, 'en'))).toEqual([
      'maxFiles',
    ])
  for (const maxSize of ['much', '0', '-1'])
    expect(Object.keys(validateForm({ ...valuesOf(null, 'en'), maxSize }, 'en'))).toEqual([
      'maxSize',
    ])
  expect(validateForm({ ...valuesOf(null, 'en'), maxFiles: ' 7 ', maxSize: '2.5' }, 'en')).toEqual(
    {},
  )
})
