import { expect, test } from 'vitest'
import { fitColumns } from './fit-columns.ts'

const columns = [
  { id: 'name', width: 200 },
  { id: 'role', width: 80 },
  { id: 'state', width: 100 },
]

test('shows as many columns as fit, from the first on', () => {
  expect(fitColumns(columns, 400)).toEqual(['name', 'role', 'state'])
  expect(fitColumns(columns, 379)).toEqual(['name', 'role'])
})

test('always shows the first column', () => {
  expect(fitColumns(columns, 50)).toEqual(['name'])
})
