// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { MantineProvider } from '@mantine/core'
import { expect, test } from 'vitest'
import { setUpRendering, show, useConfig } from '../../../test/render.tsx'
import { theme } from '../../ui/theme/theme.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

setUpRendering()

const itemOf = (id: string, type: Item['type']) =>
  ({
    id,
    type,
    attributes: { name: 'Taken', items: null, size_bytes: 3, updated_at: '2026-01-01T00:00:00Z' },
  }) as Item

async function openDialog(type: Item['type']) {
  const conflicts = [{ item: itemOf('new', type), existing: itemOf('old', type) }]
  await show(
    <MantineProvider theme={theme} env="test">
      <ConflictDialog
        id={1}
        question={{ how: 'move', conflicts }}
        answer={() => {}}
        faceOf={() => null}
      />
    </MantineProvider>,
  )
}

const button = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)

const kinds = [
  ['file', 'actions.replace'],
  ['folder', 'actions.merge'],
] as const

test.each(kinds)('a %s: says that replaced files are kept as versions', async (type, label) => {
  await useConfig({ keepsVersions: true })
  await openDialog(type)
  expect(document.body.textContent).toContain(`${label}_hint`)
  expect(document.body.textContent).not.toContain(`${label}_hint_lost`)
  expect(button(label)?.getAttribute('style')).not.toMatch(/danger/)
})

test.each(kinds)('a %s: warns that replaced files are deleted', async (type, label) => {
  await useConfig({ keepsVersions: false })
  await openDialog(type)
  expect(document.body.textContent).toContain(`${label}_hint_lost`)
  expect(button(label)?.getAttribute('style')).toMatch(/danger/)
})
