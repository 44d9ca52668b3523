// @vitest-environment jsdom
import { Copy, Trash2 } from 'lucide-react'
import { expect, test } from 'vitest'
import { splitActions } from './selection-actions.ts'

const run = () => undefined
const copy = { label: 'Copy', icon: Copy, run }
const remove = { label: 'Move to trash', button: 'Delete', icon: Trash2, run }

test('actions with a short name are buttons, the others are listed under More', () => {
  expect(splitActions([copy, remove])).toEqual({ buttons: [remove], more: [copy] })
})
